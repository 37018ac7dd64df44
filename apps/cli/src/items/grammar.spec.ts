import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { jsonResponse } from '@libs/api-client/testing';
import { itemId, item, runCli } from '../../testing/items';

/**
 * Tests the rules by which the API reference prints commands: path parameters become arguments; each parameter and
 * text field becomes `--name` with dashes, or `--name=` if the value starts with a dash; a list of names is one value,
 * with commas; a boolean becomes `--name` or `--name=false`; a body with other types goes to standard input.
 */
interface Ref {
  readonly $ref: string;
}
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
}
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Ref[];
}
const document = JSON.parse(readFileSync(resolve(__dirname, '../../../api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    parameters: Record<string, Omit<Parameter, 'schema'> & { readonly schema: Schema | Ref }>;
    schemas: Record<string, Schema & { properties: Readonly<Record<string, Schema>> }>;
  };
};
const COMMANDS = [
  { command: 'list', method: 'get', path: '/feedback', args: [] },
  { command: 'create', method: 'post', path: '/feedback', args: ['--title=x'] },
  { command: 'get', method: 'get', path: '/feedback/{id}', args: [itemId(1)] },
  { command: 'get', method: 'get', path: '/feedback/external/{external_id}', args: ['--external', '17'] },
  {
    command: 'update',
    method: 'patch',
    path: '/feedback/external/{external_id}',
    args: ['--external', '17', '--title=x'],
  },
  {
    command: 'delete',
    method: 'delete',
    path: '/feedback/external/{external_id}',
    args: ['--external', '17'],
  },
  { command: 'update', method: 'patch', path: '/feedback/{id}', args: [itemId(1), '--title=x'] },
  {
    command: 'upsert',
    method: 'put',
    path: '/feedback/external/{external_id}',
    args: ['ticket:4711', '--title=x'],
  },
  { command: 'delete', method: 'delete', path: '/feedback/{id}', args: [itemId(1)] },
  { command: 'batch', method: 'post', path: '/feedback/batch', args: [itemId(1), '--title=x'] },
  { command: 'export', method: 'get', path: '/feedback/export', args: [] },
  {
    command: 'webhooks deliveries',
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    args: [itemId(1)],
  },
  { command: 'import', method: 'post', path: '/feedback/import', args: [__filename, '--format=csv'] },
];
/** The command sets or evaluates the others itself. */
const isInCli = (method: string, { name }: Parameter): boolean =>
  name !== 'If-None-Match' && !(name === 'source' && method === 'post');
const nameOf = ({ $ref }: Ref): string => $ref.split('/').at(-1)!;
const parametersOf = (method: string, path: string): readonly Parameter[] =>
  (document.paths[path]![method]!.parameters ?? []).map((one) => {
    const { schema, ...parameter } = document.components.parameters[nameOf(one)]!;
    return { ...parameter, schema: '$ref' in schema ? document.components.schemas[nameOf(schema)]! : schema };
  });
const dashed = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`;
const toFlags = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`${dashed(name)}=${value}`] : [dashed(name), value];
const anything = jsonResponse({ data: [item(1)], pagination: { next_cursor: null }, rows: 0, failed: 0 });

const valueOf = ({ name, in: place, schema }: Parameter): fc.Arbitrary<string> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (name === 'status') return fc.constantFrom('new', 'planned,shipped');
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.type === 'integer') return fc.nat().map(String);
  if (place === 'header') return fc.stringMatching(/^"[\w-]{1,40}"$/);
  return name === 'q'
    ? fc.string({ minLength: 1, unit: 'grapheme' })
    : fc.stringMatching(/^[\w:.@+-]{1,40}$/);
};

describe.each(COMMANDS)('feedback $command', ({ command, method, path, args }) => {
  const parameters = parametersOf(method, path).filter(({ in: place }) => place !== 'path');

  it('has a flag for each API parameter and sends its value', async () => {
    const input = fc.record(
      Object.fromEntries(parameters.map((parameter) => [parameter.name, valueOf(parameter)])),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(input, async (values) => {
        const flags = parameters.flatMap((parameter) => {
          const value = values[parameter.name];
          if (value === undefined || !isInCli(method, parameter)) return [];
          if (parameter.schema.type !== 'boolean') return toFlags(parameter.name, value);
          return [value === 'true' ? dashed(parameter.name) : `${dashed(parameter.name)}=${value}`];
        });
        const parts = [...command.split(' '), ...args, ...flags];
        const { stderr, requests } = await runCli(parts, [anything]);
        expect([stderr.match(/unknown option|Usage/i), requests.length]).toEqual([null, 1]);
        const sent = new URLSearchParams(requests[0]!.path.split('?')[1]);
        for (const { name, in: place, schema } of parameters.filter((one) => isInCli(method, one))) {
          const value = schema.type === 'boolean' && values[name] === 'false' ? undefined : values[name];
          if (place === 'query') expect(sent.get(name)).toBe(value ?? null);
          else if (value !== undefined) expect(requests[0]!.headers.get(name)).toBe(value);
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** Names with commas between them, the URLs of links with spaces, or the text of a message. */
const flagText = (value: unknown): string =>
  Array.isArray(value) && typeof value[0] === 'object'
    ? value.map(({ url }: { readonly url: string }) => url).join(' ')
    : isMessage(value)
      ? value.message
      : String(value);

/** What only pages know. A JSON body on standard input can have it. */
const OF_PAGES = ['context', 'token'];

const isMessage = (value: unknown): value is { readonly message: string } =>
  typeof value === 'object' && value !== null && 'message' in value;

describe.each([
  { command: 'create', schema: 'NewFeedback', args: [] },
  { command: 'update', schema: 'FeedbackChange', args: [itemId(1)] },
  { command: 'upsert', schema: 'FeedbackUpsert', args: ['ticket:4711'] },
])('feedback $command', ({ command, schema, args }) => {
  const { properties } = document.components.schemas[schema]!;
  const fields = Object.entries(properties).filter(([name]) => !OF_PAGES.includes(name));

  it('has a flag for each field of the body', async () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant(''), fc.constant('--x'));
    const names = fc.array(fc.stringMatching(/^[^,\s][^,]{0,9}$/), { maxLength: 3 });
    const links = fc.array(fc.record({ url: fc.stringMatching(/^\S{1,9}$/) }), { maxLength: 3 });
    const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      links,
      notify: fc.record({ message: text.filter((value) => value !== '') }),
      status: fc.constantFrom('new', 'shipped'),
      merged_into: fc.constantFrom(itemId(2), itemId(3)),
      // An empty external ID means null in an update.
      external_id: text.filter((value) => value !== ''),
    };
    const values = fc.record(
      Object.fromEntries(
        fields.map(([name, { type }]) => [
          name,
          // A single dash means standard input.
          special[name] ?? (type === 'array' ? names : text.filter((value) => value !== '-')),
        ]),
      ),
      { requiredKeys: ['title'] },
    );
    await fc.assert(
      fc.asyncProperty(values, async ({ tags, ...others }) => {
        // Either all tags, or changes of them.
        const { add_tags: _added, remove_tags: _removed, ...withoutChanges } = others;
        const body = tags === undefined ? others : { ...withoutChanges, tags };
        const flags = Object.entries(body).flatMap(([name, value]) => toFlags(name, flagText(value)));
        const { bodies } = await runCli([command, ...args, ...flags], [jsonResponse({ data: item(1) })]);
        expect(bodies).toEqual([body]);
      }),
      { numRuns: 50 },
    );
  });

  it('sends a body from standard input unchanged', async () => {
    const values = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(values, async (body) => {
        const stdin = JSON.stringify(body);
        const { bodies } = await runCli([command, ...args], [jsonResponse({ data: item(1) })], { stdin });
        expect(bodies).toEqual([JSON.parse(stdin)]);
      }),
      { numRuns: 50 },
    );
  });
});
