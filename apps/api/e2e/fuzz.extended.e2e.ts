import fc from 'fast-check';
import { openApiDocument } from '../src/reference/openapi-document';
import { API_BASE } from '../src/openapi/operation';
import type { Call } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const RUNS = 150;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: object;
}

const document = openApiDocument({ PUBLIC_URL: 'http://localhost' });

function resolved<T extends { readonly $ref?: string }>(value: T): T {
  if (!value.$ref) return value;
  const [, ...path] = value.$ref.split('/');
  return path.reduce((node, name) => (node as Record<string, unknown>)[name], document as unknown) as T;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Operation>>)
    .filter(([, { responses }]) => responses)
    .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, operation })),
);

/** Text that has broken other services: SQL, NUL, lone surrogates, long, numbers out of range, and names of JavaScript. */
const hostileText = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', "' OR 1=1 --", '%', '_', '\\', '../..', '[]', '{}', 'null', 'true', '__proto__'],
    ...[
      '-1',
      '0',
      '1e309',
      '9007199254740993',
      '99999999999999999999',
      'NaN',
      '0x10',
      '1.5',
      '\ud800',
      '\u202e',
    ],
    ...['2026-02-30', '2026-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '"1"', 'W/"1"', '*', 'a@b.example'],
    'x'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constant({ constructor: { prototype: {} }, toString: null }),
);

/** Values that the schema describes, among hostile ones. */
function valueOf(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const choices = schema.anyOf ?? schema.oneOf;
  const described = choices
    ? fc.oneof(...choices.map((choice) => valueOf(choice, depth)))
    : schema.enum
      ? fc.constantFrom(...schema.enum)
      : byType(schema, depth);
  return fc.oneof({ weight: 6, arbitrary: described }, { weight: 1, arbitrary: hostileValue });
}

function byType(
  { type, format, properties, required = [], items }: Schema,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return properties && depth < 4
        ? fc.oneof(
            ...[[...required], []].map((requiredKeys) => recordOf(properties, requiredKeys, depth + 1)),
          )
        : hostileValue;
    case 'array':
      return fc.array(items ? valueOf(items, depth + 1) : hostileValue, { maxLength: 5 });
    case 'integer':
    case 'number':
      return fc.integer({ min: -2, max: 200 });
    case 'boolean':
      return fc.boolean();
    default:
      return format === 'date-time' ? fc.constant('2026-03-03T10:00:00Z') : fc.string({ maxLength: 20 });
  }
}

const recordOf = (schemas: Readonly<Record<string, Schema>>, requiredKeys: string[], depth = 0) =>
  fc.record(
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, valueOf(schema, depth)])),
    { requiredKeys },
  );

/** Percent-encodes text, also text that is not valid Unicode. */
const encoded = (text: string) =>
  Buffer.from(text).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, '');

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** Text that can be in a header. */
const inHeader = (value: unknown) =>
  textOf(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 1_000);

/** conventions.md 2: no input causes a 5xx, and each response is one that the document describes. */
describe('a hostile request', () => {
  const { service, client } = useService({
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    WORKER: 'off',
  });
  let account: Account;
  let ids: Readonly<Record<string, string>>;
  let responses = 0;
  let successes = 0;

  // An operation can delete what the next one needs.
  beforeEach(async () => {
    account = await service.account();
    const created = await client.call('POST', `${API_BASE}/feedback`, {
      key: account.key,
      body: { title: 'T' },
    });
    const webhook = await client.call('POST', `${API_BASE}/webhooks`, {
      key: account.key,
      body: { url: 'http://127.0.0.1:9/', events: ['*'] },
    });
    ids = { feedback: created.json.data.id, webhooks: webhook.json.data.id };
  });

  function requestOf({
    path,
    operation,
  }: (typeof operations)[number]): fc.Arbitrary<{ url: string; call: Call }> {
    const parameters = (operation.parameters ?? []).map(resolved) as readonly Parameter[];
    const of = (place: Parameter['in']) => {
      const named = parameters.filter((it) => it.in === place).map(({ name, schema }) => [name, schema]);
      return fc.oneof(fc.constant({}), recordOf(Object.fromEntries(named) as Record<string, Schema>, []));
    };
    const id = fc.oneof(fc.constant(ids[path.split('/')[1]!] ?? ''), hostileText);
    const body = operation.requestBody
      ? fc.oneof(
          ...Object.entries(operation.requestBody.content).map(([type, { schema }]) =>
            bodyOf(type, schema).map((content) => ({ type, content })),
          ),
        )
      : fc.constant(null);
    return fc
      .record({
        ids: fc.array(id, { minLength: 2, maxLength: 2 }),
        query: of('query'),
        headers: of('header'),
        body,
      })
      .map(({ ids: [first, second], query, headers, body }) => {
        const names = [first!, second!];
        const at = path.replace(/\{\w+\}/g, () => encoded(names.shift()!) || '%20');
        const search = Object.entries(query)
          .map(([name, value]) => `${name}=${encoded(textOf(value))}`)
          .join('&');
        const sent = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, inHeader(value)]),
        );
        return {
          url: `${API_BASE}${at}${search ? `?${search}` : ''}`,
          call: {
            key: account.key,
            headers: { ...sent, ...(body && { 'content-type': body.type }) },
            ...(body && { body: body.content }),
          },
        };
      });
  }

  it.each(operations)('$name never returns 5xx', async (operation) => {
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async ({ url, call }) => {
        const { status } = await client.call(operation.method.toUpperCase(), url, call);
        expect(status).toBeLessThan(500);
        responses++;
        if (status < 300) successes++;
      }),
      { numRuns: RUNS },
    );
  });

  it('is not only rejected by the first check', () => {
    expect(successes / responses).toBeGreaterThan(0.1);
  });
});

/** Rows, JSON by the schema, or bytes that are no text. */
function bodyOf(type: string, schema: Schema | undefined): fc.Arbitrary<Buffer | string> {
  const bytes = fc.uint8Array({ maxLength: 50 }).map((content) => Buffer.from(content));
  const rows = fc
    .array(fc.array(hostileText, { maxLength: 4 }), { maxLength: 4 })
    .map((lines) => [['title', 'description'], ...lines].map((line) => line.join(',')).join('\n'));
  const json = valueOf(schema ?? {}).map((value) => JSON.stringify(value) ?? 'undefined');
  const described = type === 'text/csv' ? rows : json;
  return fc.oneof({ weight: 8, arbitrary: described }, { weight: 1, arbitrary: bytes });
}
