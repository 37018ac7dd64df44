import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Field } from './fields';
import { resolveRef, type OpenApiDocument } from './openapi';
import { mergeAlikeContents, buildReference, type OperationEntry } from './reference';

const COMMITTED = resolve(__dirname, '../../../../api/openapi.json');
const document = JSON.parse(readFileSync(COMMITTED, 'utf8')) as OpenApiDocument;
const reference = buildReference(document);
const operation = (id: string) => reference.operations.find((one) => one.id === id)!;
const named = <T extends { readonly name: string }>(list: readonly T[], name: string) =>
  list.find((one) => one.name === name)!;
const facts = ({ facts: list }: Pick<Field, 'facts'>) =>
  list.map(({ text, values = [] }) => [text, ...values].join(' '));

describe('buildReference of the committed document', () => {
  it('contains every operation once, in its group', () => {
    const described = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(reference.operations.map(({ id }) => id)).toEqual(described);
    const grouped = reference.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
    expect([...grouped].sort()).toEqual([...described].sort());
    expect(reference.groups[0]).toMatchObject({ name: 'Feedback', operations: { length: 11 } });
    expect(reference.baseUrl).toMatch(/\/api\/v1$/);
    expect(reference.webhooks.map(({ type }) => type)).toEqual(Object.keys(document.webhooks!));
    expect(reference.otherRequests.flatMap(({ responses }) => responses).length).toBeGreaterThan(5);
  });

  it.each(reference.operations.map((one): [string, OperationEntry] => [one.id, one]))(
    'describes every part of %s',
    (_, { summary, description, parameters, body, responses }) => {
      expect([summary, description].every((text) => text.length > 0)).toBe(true);
      for (const { name, description, type } of parameters) {
        expect([name, description !== '', type !== 'anything']).toEqual([name, true, true]);
      }
      for (const { type, examples, fields } of body?.contents ?? []) {
        expect([type, examples.length > 0, fields.length > 0 || !/json$/.test(type)]).toEqual([
          type,
          true,
          true,
        ]);
      }
      expect(responses[0]!.status).toMatch(/^2/);
      for (const response of responses) {
        expect([response.status, response.description !== '']).toEqual([response.status, true]);
        for (const { name, description, type } of response.headers) {
          expect([name, description !== '', type !== 'anything']).toEqual([name, true, true]);
        }
      }
      expect(JSON.stringify([parameters, body, responses])).not.toContain('$ref');
    },
  );

  it('contains the body and headers of each request to a webhook', () => {
    const deleted = reference.webhooks.find(({ type }) => type === 'feedback.deleted')!;
    expect(deleted).toMatchObject({
      description: 'An item was deleted.',
      contents: [{ type: 'application/json' }],
    });
    expect(deleted.headers.map(({ name }) => name)).toContain('webhook-signature');
    const [content] = deleted.contents;
    expect(named(named(content!.fields, 'data').fields, 'version').type).toBe('integer');
    expect(JSON.parse(content!.examples[0]!.text)).toMatchObject({ type: 'feedback.deleted' });
  });

  it('uses only JSON Schema keywords that the page shows', () => {
    const seen = new Set<string>();
    const collectKeywords = (schema: Record<string, unknown>) => {
      for (const [keyword, value] of Object.entries(schema)) {
        seen.add(keyword);
        if (keyword === 'properties') Object.values(value as object).forEach(collectKeywords);
        else if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object')
          collectKeywords(value as Record<string, unknown>);
      }
    };
    const components = document.components as Record<string, Record<string, { schema?: object }>>;
    Object.values(components['schemas']!).forEach((schema) =>
      collectKeywords(schema as Record<string, unknown>),
    );
    for (const part of ['parameters', 'headers']) {
      Object.values(components[part]!).forEach(({ schema }) =>
        collectKeywords(schema as Record<string, unknown>),
      );
    }
    const shown =
      '$ref type format description enum const default examples pattern minimum maximum minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required properties additionalProperties items anyOf oneOf discriminator contentSchema';
    // The page shows the media type above the fields.
    seen.delete('contentMediaType');
    expect([...seen].filter((keyword) => !shown.split(' ').includes(keyword))).toEqual([]);
  });
});

describe('buildReference of a parameter', () => {
  it('returns its type, bounds, and default', () => {
    const limit = named(operation('listFeedback').parameters, 'limit');
    expect(limit).toMatchObject({ in: 'query', type: 'integer', required: false });
    expect(facts(limit)).toEqual(['1 to 100', 'Default 20']);
  });

  it('lists the values of an enum', () => {
    const merged = named(operation('listFeedback').parameters, 'merged');
    expect(facts(merged)).toEqual(['One of include only']);
  });

  it('marks a path parameter as required', () => {
    expect(named(operation('getFeedback').parameters, 'id')).toMatchObject({
      required: true,
      type: 'string (uuid)',
    });
  });
});

describe('buildReference of a body', () => {
  const [content] = operation('createFeedback').body!.contents;

  it('returns its fields with their bounds', () => {
    const title = named(content!.fields, 'title');
    expect(title).toMatchObject({ type: 'string', required: true });
    expect(facts(title)).toEqual(['1 to 200 characters']);
    expect(named(content!.fields, 'description')).toMatchObject({ type: 'string or null', required: false });
    expect(facts(named(content!.fields, 'description'))).toEqual(['At most 10,000 characters']);
  });

  it('resolves a field that references a schema', () => {
    const status = named(content!.fields, 'status');
    expect(status).toMatchObject({ type: 'string', required: false });
    expect(status.description).toContain('Defaults to `new`');
    expect(facts(status)).toEqual(['One of new planned building shipped declined']);
    const imported = named(operation('importFeedback').body!.contents[1]!.fields, 'status');
    expect(imported).toMatchObject({ type: 'string or null', description: 'Defaults to `new`.' });
    expect(facts(imported)).toEqual(facts(status));
    const plain = named(operation('updateFeedback').body!.contents[0]!.fields, 'status');
    expect(plain.description).toBe('An item can change from any status to any other.');
  });

  it('merges media types with the same fields and examples', () => {
    const contents = operation('updateFeedback').body!.contents;
    expect(contents.length).toBe(2);
    expect(mergeAlikeContents(contents).map(({ type }) => type)).toEqual([
      'application/json or application/merge-patch+json',
    ]);
    expect(mergeAlikeContents([content!, { ...content!, type: 'text/csv', fields: [] }]).length).toBe(2);
  });

  it('formats its examples on several lines', () => {
    expect(JSON.parse(content!.examples[0]!.text)).toEqual({ title: 'Dark mode' });
    expect(content!.examples[0]!.text).toContain('\n');
  });
});

describe('buildReference of a response', () => {
  it('returns nested fields', () => {
    const { fields } = operation('listFeedback').responses[0]!.contents[0]!;
    const data = named(fields, 'data');
    expect(data.type).toBe('array of objects');
    expect(data.fields.map(({ name }) => name)).toContain('submitter_email');
    expect(named(named(fields, 'pagination').fields, 'next_cursor').type).toBe('string or null');
  });

  it('returns the possible types of an object by their names, and the fields of the first of several schemas', () => {
    const types = named(operation('listEvents').responses[0]!.contents[0]!.fields, 'data').fields;
    expect(types.map(({ name, type }) => [name, type])).toContainEqual(['feedback.created', 'object']);
    const created = named(types, 'feedback.created');
    expect(created.description).toBe('An item was created, or released from quarantine.');
    const item = named(named(created.fields, 'data').fields, 'feedback');
    expect([item.type, named(item.fields, 'title').type]).toEqual(['object', 'string']);
  });

  it('returns its headers', () => {
    expect(operation('getFeedback').responses[0]!.headers.map(({ name }) => name)).toContain('ETag');
  });
});

describe('resolveRef', () => {
  const documentWith = (components: object) =>
    ({ ...document, components, webhooks: {}, 'x-other-requests': {} }) as OpenApiDocument;

  it('follows a chain of references and escaped pointers', () => {
    const document = documentWith({ a: { $ref: '#/components/b~1c~0d' }, 'b/c~d': { type: 'string' } });
    expect(resolveRef(document, { $ref: '#/components/a' })).toEqual({ type: 'string' });
  });

  it.each(['#/components/nothing', '#/components/a', 'https://example.com/#/a'])('throws for %s', ($ref) => {
    expect(() => resolveRef(documentWith({ a: { $ref: '#/components/a' } }), { $ref })).toThrow();
  });

  it('expands a recursive schema once', () => {
    const node = { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } };
    const { operations } = buildReference({
      ...documentWith({ schemas: { Node: node } }),
      paths: {
        '/nodes': {
          get: {
            operationId: 'nodes',
            responses: { 200: { description: 'x', content: { 'application/json': { schema: node } } } },
          },
        },
      },
    });
    expect(operations[0]!.responses[0]!.contents[0]!.fields[0]!.name).toBe('child');
  });
});
