import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { closed } from '../../e2e/support/openapi-check';
import { apiHeaders } from '../http/headers';
import { openApiSnapshot } from './openapi-snapshot';
import { INVALID_BATCHES } from '../batch/batch.openapi';
import { INVALID_CHANGES, INVALID_SUBMISSIONS, INVALID_UPSERTS } from '../items/items.openapi';
import { INVALID_TAG_CHANGES } from '../tags/tags.openapi';
import { INVALID_REPLAYS } from '../webhooks/deliveries.openapi';
import { INVALID_ROTATIONS, INVALID_WEBHOOK_CHANGES, INVALID_WEBHOOKS } from '../webhooks/webhooks.openapi';
import { openApiDocument } from './openapi-document';
import { SELECTION_PARAMETERS } from '../openapi/selection-parameters';
import type { Content, Operation, Parameter, Ref, Response, Schema } from '../openapi/openapi.types';

const FILE = join(__dirname, '../../openapi.json');
const document = openApiDocument({ PUBLIC_URL: 'https://feedback.example.com' });
const { components } = document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
);

/** Every object in the document, with its JSON pointer. */
function* parts(
  value: unknown = document,
  path = '#',
): Generator<[path: string, part: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) {
    yield* parts(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const at = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);

const resolved = <T extends object>(part: T | Ref): T => ('$ref' in part ? (at(part.$ref) as T) : part);
const responsesOf = (operation: Operation) =>
  Object.entries(operation.responses).map(([status, response]): [number, Response] => [
    Number(status),
    resolved<Response>(response),
  ]);

it('is committed as apps/api/openapi.json', () => {
  const committed = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  if (committed !== openApiSnapshot()) {
    throw new Error('apps/api/openapi.json does not match the code. Run: node tools/openapi.mjs');
  }
});

it('is OpenAPI 3.1 with the URL of the service', () => {
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: {
      version: '1.0',
      contact: { name: expect.any(String), url: 'https://feedback.example.com/docs' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: 'https://feedback.example.com/api/v1' }],
    security: [{ ApiKey: [] }],
  });
  expect(components.securitySchemes['ApiKey']).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
});

describe('the document', () => {
  it('has no $ref without a target and no unused component', () => {
    const refsIn = (value: unknown) =>
      new Set(
        [...parts(value)].flatMap(([, part]) => (typeof part['$ref'] === 'string' ? [part['$ref']] : [])),
      );
    // Tools do not know extensions.
    const used = refsIn({ ...document, 'x-other-requests': {} });
    expect([...refsIn(document)].filter((pointer) => at(pointer) === undefined)).toEqual([]);
    const { securitySchemes, ...referred } = components;
    const pointers = Object.entries(referred).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(pointers.filter((pointer) => !used.has(pointer))).toEqual([]);
    expect(pointers.length).toBeGreaterThan(50);
    expect(Object.keys(securitySchemes)).toEqual(document.security.flatMap(Object.keys));
    for (const pointer of pointers) expect(pointer).toMatch(/^#\/components\/\w+\/[\w.-]+$/);
  });

  it('has each filter under its own name, which no other parameter takes', () => {
    expect(components.parameters).toMatchObject(SELECTION_PARAMETERS);
  });

  it('uses no OpenAPI 3.0 syntax: no nullable, no example beside examples, only a description beside a $ref', () => {
    for (const [path, part] of parts()) {
      if (path.includes('/value') || path.includes('/examples/')) continue;
      expect([path, Object.keys(part)]).not.toEqual([path, expect.arrayContaining(['nullable'])]);
      expect([path, Object.keys(part)]).not.toEqual([path, expect.arrayContaining(['example', 'examples'])]);
      const beside = Object.keys(part).filter((keyword) => keyword !== '$ref' && keyword !== 'description');
      if ('$ref' in part) expect([path, beside]).toEqual([path, []]);
    }
  });

  it.each(operations)('%s has a unique ID, a tag, a summary, and a description', (_name, operation) => {
    expect(operations.filter(([, { operationId }]) => operationId === operation.operationId)).toHaveLength(1);
    expect(operation.operationId).toMatch(/^[a-z]+[A-Z]\w+$/);
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...operation.tags]));
    expect(operation.summary).not.toBe('');
    expect(operation.description).toMatch(/\.$/);
  });

  it.each(operations)('%s describes each path parameter, and no parameter twice', (name, operation) => {
    const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter as never)) as {
      name: string;
      in: string;
      required?: boolean;
    }[];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(name.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
  });

  /** conventions.md 7 */
  it.each(operations.filter(([, { requestBody }]) => requestBody))(
    '%s requires a body if its fields are required',
    (name, { requestBody }) => {
      const schemas = Object.values(requestBody!.content).map(({ schema }) => resolved<Schema>(schema));
      const isOptional = schemas.every(({ type, required }) => type === 'object' && required === undefined);
      expect([name, requestBody!.required]).toEqual([name, !isOptional]);
    },
  );

  it.each(operations)('%s lists its errors', (name, operation) => {
    const statuses = responsesOf(operation).map(([status]) => status);
    // An upsert returns 200 or 201, so do additions of one or several, and a vote 200 or 202.
    const isAddition = /^post .*\/(requests|notes|votes)$/.test(name) && !name.includes('/import/');
    const isUpsert = name.startsWith('put /feedback/external');
    const successes = isUpsert || isAddition ? 2 : 1;
    expect(statuses.filter((status) => status < 300)).toHaveLength(successes);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 429, 431, 500, 503]));
    const isOfItems = ['post /feedback/batch', 'post /changelog'].includes(name);
    const namesItems = (name.includes('{') && !isUpsert) || isOfItems;
    expect([name, statuses.includes(404)]).toEqual([name, namesItems]);
    expect([name, statuses.includes(413), statuses.includes(415)]).toEqual([
      name,
      operation.requestBody !== undefined,
      operation.requestBody !== undefined,
    ]);
  });

  it.each(operations)(
    '%s has examples for each status with a body, and none for the others',
    (_name, operation) => {
      for (const [status, { description, content }] of responsesOf(operation)) {
        expect(description).not.toBe('');
        const examples = Object.keys(content?.['application/json']?.examples ?? {});
        expect([status, examples.length > 0]).toEqual([status, status !== 204 && status !== 304]);
      }
    },
  );
});

describe('schemas', () => {
  it('are valid JSON Schema 2020-12 without unknown keywords', () => {
    const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: true }));
    ajv.addVocabulary(['components', 'discriminator']);
    for (const [name, schema] of Object.entries(components.schemas)) {
      expect(() =>
        ajv.compile({ $id: name, components: { schemas: components.schemas }, ...schema }),
      ).not.toThrow();
    }
    for (const { schema } of [
      ...Object.values(components.headers),
      ...Object.values(components.parameters),
    ]) {
      expect(() => ajv.compile({ components: { schemas: components.schemas }, ...schema })).not.toThrow();
    }
  });

  const REQUESTS = [
    'NewFeedback',
    'FeedbackUpsert',
    'FeedbackUpsertByBody',
    'FeedbackChange',
    'FeedbackUpdates',
    'FeedbackOperations',
    'CreateOperation',
    'UpdateOperation',
    'UpsertOperation',
    'DeleteOperation',
    'NewRequest',
    'NewRequests',
    'RequestChange',
    'ImportRow',
    'ImportRequestRow',
    'TagChange',
    'NewNote',
    'NewNotes',
    'NewWebhook',
    'WebhookChange',
    'SecretRotation',
    'WebhookReplay',
    'PublicCard',
    'Vote',
    'NewChangelogEntry',
    'ChangelogEntryChange',
  ];

  /** conventions.md 12 */
  it('are closed in requests and open in responses', () => {
    const closed = Object.entries(components.schemas).flatMap(([name, schema]) =>
      [...parts(schema)]
        .filter(([, part]) => part['type'] === 'object' && 'properties' in part)
        .map(([path, part]) => [REQUESTS.includes(name), name + path, part['additionalProperties']]),
    );
    expect(closed.length).toBeGreaterThanOrEqual(15);
    expect(closed).toEqual(
      closed.map(([isRequest, path]) => [isRequest, path, isRequest ? false : undefined]),
    );
  });

  it('have no default, because generators would make the field required', () => {
    expect([...parts(components.schemas)].filter(([, part]) => 'default' in part)).toEqual([]);
  });

  it('list the statuses once', () => {
    const lists = [...parts()].filter(
      ([, { enum: values }]) => Array.isArray(values) && values.includes('new'),
    );
    expect(lists.map(([path]) => path)).toEqual(['#/components/schemas/FeedbackStatus']);
  });

  it('do not have the name of a global type', () => {
    expect(Object.keys(components.schemas).filter((name) => name in globalThis)).toEqual([]);
  });

  it('require all members of an item', () => {
    const members = [
      'id',
      'title',
      'description',
      'submitter_email',
      'status',
      'source',
      'created_at',
      'updated_at',
      'external_id',
      'merged_into',
      'duplicate_count',
      'request_count',
      'request_value',
      'unconfirmed_votes',
      'tags',
      'assignee',
      'links',
      'public',
      'context',
      'verified',
    ];
    const { required, properties } = components.schemas['Feedback'] as {
      required: string[];
      properties: object;
    };
    expect(required).toEqual(members);
    expect(Object.keys(properties)).toEqual(members);
  });

  it('of requests are those of the validation rules', () => {
    const properties = (name: string) => components.schemas[name]!['properties'] as Record<string, Schema>;
    expect(components.schemas['NewFeedback']!['required']).toEqual(['title']);
    expect(components.schemas['FeedbackChange']).not.toHaveProperty('required');
    expect(Object.keys(properties('NewFeedback'))).toEqual([
      'title',
      'description',
      'submitter_email',
      'context',
      'status',
      'external_id',
      'tags',
      'links',
      'token',
    ]);
    expect(components.schemas['FeedbackUpsert']!['required']).toEqual(['title']);
    expect(Object.keys(properties('FeedbackUpsert'))).toEqual([
      'title',
      'description',
      'submitter_email',
      'status',
      'tags',
      'links',
    ]);
    expect(Object.keys(properties('FeedbackChange'))).toEqual([
      'title',
      'description',
      'status',
      'external_id',
      'merged_into',
      'tags',
      'links',
      'add_tags',
      'remove_tags',
      'notify',
    ]);
    expect(properties('NewFeedback')['title']).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 200,
    });
    expect(properties('NewFeedback')['description']).toMatchObject({
      type: ['string', 'null'],
      maxLength: 10_000,
    });
    expect(components.schemas['FeedbackStatus']!['enum']).toEqual([
      'new',
      'planned',
      'building',
      'shipped',
      'declined',
    ]);
  });
});

describe('examples', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(closed(document), 'openapi');
  /** By their text, because examples share schemas. */
  const validators = new Map<string, ValidateFunction>();
  const schemaErrors = (schema: Schema | Ref, value: unknown): unknown => {
    const given = '$ref' in schema ? { $ref: `openapi${String(schema.$ref)}` } : schema;
    const text = JSON.stringify(given);
    const validate =
      validators.get(text) ?? ajv.compile({ components: { schemas: components.schemas }, ...given });
    validators.set(text, validate);
    return validate(value) ? null : validate.errors;
  };
  const contents = [...parts()].flatMap(([path, part]) =>
    Object.entries((part['content'] ?? {}) as Record<string, Content>).flatMap(
      ([type, { schema, examples }]) =>
        Object.entries(examples).map(([name, { value }]): [string, Schema | Ref, unknown] => [
          `${path} ${type} ${name}`,
          schema,
          value,
        ]),
    ),
  );

  it('of bodies are valid', () => {
    expect(contents.length).toBeGreaterThan(60);
    for (const [path, schema, value] of contents)
      expect([path, schemaErrors(schema, value)]).toEqual([path, null]);
  });

  it('of headers and parameters are valid', () => {
    for (const [name, { schema, example }] of Object.entries({
      ...components.headers,
      ...components.parameters,
    })) {
      expect([name, schemaErrors(schema, example)]).toEqual([name, null]);
    }
  });

  it('of errors have the status of their type, and a name that starts with their code', () => {
    const types: Record<number, string> = { 404: 'not_found_error', 405: 'method_not_allowed_error' };
    const statusesOf = new Map<string, Set<number>>();
    for (const [, operation] of operations) {
      for (const [status, { content }] of responsesOf(operation).filter(([status]) => status >= 400)) {
        for (const [name, { value }] of Object.entries(content!['application/json']!.examples)) {
          const { type, code, details } = (
            value as { error: { type: string; code: string; details?: unknown[] } }
          ).error;
          if (types[status]) expect([status, type]).toEqual([status, types[status]]);
          if (name === 'several') expect(details).toHaveLength(2);
          else expect([name, name.startsWith(code)]).toEqual([name, true]);
          statusesOf.set(type, (statusesOf.get(type) ?? new Set()).add(status));
        }
      }
    }
    expect(
      Object.fromEntries([...statusesOf].map(([type, statuses]) => [type, [...statuses].sort()])),
    ).toEqual({
      validation_error: [400, 431],
      authentication_error: [401],
      permission_error: [403],
      not_found_error: [404, 410],
      conflict_error: [409],
      precondition_failed_error: [412],
      payload_too_large_error: [413],
      unsupported_media_type_error: [415],
      idempotency_error: [422],
      rate_limit_error: [429],
      api_error: [500, 503],
    });
  });

  it('of invalid bodies are rejected by the schema, if a schema can express the rule', () => {
    const beyondSchemas = [
      'empty_value',
      'invalid_value_duplicate',
      'invalid_value_if_match',
      'invalid_value_tags',
      'invalid_value_headers',
      'invalid_characters',
      'malformed_json',
      'invalid_encoding',
    ];
    for (const [name, invalidExamples] of [
      ['NewFeedback', INVALID_SUBMISSIONS],
      ['FeedbackUpsert', INVALID_UPSERTS],
      ['FeedbackChange', INVALID_CHANGES],
      ['FeedbackBatch', INVALID_BATCHES],
      ['TagChange', INVALID_TAG_CHANGES],
      ['NewWebhook', INVALID_WEBHOOKS],
      ['WebhookChange', INVALID_WEBHOOK_CHANGES],
      ['SecretRotation', INVALID_ROTATIONS],
      ['WebhookReplay', INVALID_REPLAYS],
    ] as const) {
      for (const [code, body] of Object.entries(invalidExamples).filter(
        ([code]) => !beyondSchemas.includes(code),
      )) {
        expect([code, schemaErrors(components.schemas[name]!, body)]).not.toEqual([code, null]);
      }
    }
  });

  it('of items have their creation time in their ID', () => {
    const items = [...parts()]
      .map(([, part]) => part)
      .filter((part) => 'submitter_email' in part && 'created_at' in part);
    const stored = items.filter(({ id }) => typeof id === 'string') as { id: string; created_at: string }[];
    expect(stored.length).toBeGreaterThan(8);
    for (const { id, created_at } of stored) {
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(created_at));
    }
  });
});

describe('headers', () => {
  const { always, preflight, origin } = apiHeaders({
    PUBLIC_URL: 'https://feedback.example.com',
    CORS_ALLOWED_ORIGINS: ['https://app.example.com'],
  });
  const everywhere = Object.keys({ ...always, ...origin('https://app.example.com'), 'x-request-id': '' });
  const lower = (response: Response) => Object.keys(response.headers).map((name) => name.toLowerCase());

  it('that the pipeline adds to every response are described on every response', () => {
    const responses = [...operations.flatMap(([, operation]) => responsesOf(operation)), ...others()];
    expect(responses.length).toBeGreaterThan(40);
    for (const [status, response] of responses) {
      expect([status, lower(response)]).toEqual([status, expect.arrayContaining(everywhere)]);
    }
  });

  /** conventions.md 11 */
  it('of every request can be sent by scripts of other origins', () => {
    const contract = readFileSync(join(__dirname, '../../../../docs/contract/conventions.md'), 'utf8');
    const inContract = /^\| `Access-Control-Allow-Headers` +\| `(.+?)`/m.exec(contract)?.[1]?.split(', ');
    const parameters = operations.flatMap(([, operation]) =>
      (operation.parameters ?? []).map((parameter) => resolved(parameter as never) as Parameter),
    );
    const sent = [
      ...parameters.filter((parameter) => parameter.in === 'header'),
      ...Object.values(components.securitySchemes),
    ].map(({ name }) => name);
    expect(preflight['access-control-allow-headers']!.split(', ')).toEqual(inContract);
    expect(new Set(inContract)).toEqual(new Set([...sent, 'Content-Type']));
  });

  it('of a preflight are described on the response to OPTIONS', () => {
    expect(lower(document['x-other-requests'].options.responses['204'] as Response)).toEqual(
      expect.arrayContaining([...Object.keys(preflight), 'allow']),
    );
  });

  const others = () =>
    Object.values(document['x-other-requests']).flatMap(({ responses }) =>
      Object.entries(responses).map(([status, response]): [number, Response] => [
        Number(status),
        resolved<Response>(response),
      ]),
    );
});
