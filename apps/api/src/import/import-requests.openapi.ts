import {
  COUNT_MAX,
  externalIdRule,
  importedRequest,
  importErrorAt,
  instantRule,
  itemIssue,
  newRequestRule,
  REQUEST_SOURCES,
  VALUE_MAX,
} from '@libs/feedback';
import { DomainError, oneOf, type Issue } from '@libs/kernel';
import { thrownBy } from '../openapi/error-responses';
import { ref, type Schema } from '../openapi/openapi.types';
import { closed, example, nullable, withDescriptions } from '../openapi/schemas';
import { IMPORT_TYPES, ImportFile } from './import-file';

const [NDJSON, CSV] = IMPORT_TYPES as [string, string];

const requestRow = {
  feedback_id: { type: ['string', 'null'], description: 'ID of the item.' },
  external_id: { ...nullable(externalIdRule.schema), description: 'The item, if there is no `feedback_id`.' },
  title: {
    type: ['string', 'null'],
    description:
      'The item, if there is neither ID. Case and the like make no difference. Only one item can have the title.',
  },
  ...withDescriptions(newRequestRule.schema, {}).properties,
  value: { type: ['number', 'string', 'null'], minimum: 0, maximum: VALUE_MAX },
  count: { type: ['integer', 'string', 'null'], minimum: 1, maximum: COUNT_MAX },
  created_at: {
    ...nullable(instantRule(new Date(0)).schema),
    description: 'RFC 3339 with a UTC offset. Defaults to the current time.',
  },
  id: {
    type: ['string', 'null'],
    description:
      'ID of an exported request, which the new one keeps with its `created_at`. If it is the `feedback_id`, the row has ' +
      'the details of the submission.',
  },
  source: { ...nullable(oneOf(REQUEST_SOURCES).schema), description: 'Defaults to `import`.' },
  confirmed_at: { description: 'In exports. Ignored.' },
} satisfies Record<string, Schema>;

const REQUEST_FILES = {
  rows: example(
    'Two people ask for an item',
    'external_id,email,company,value\r\n' +
      'board:17,ada@example.com,Acme,1200\r\n' +
      'board:17,grace@example.com,,\r\n',
  ),
};

export const requestImportSchemas = {
  ImportRequestRow: closed(requestRow, []),
  ImportRequestLines: {
    type: 'string',
    contentMediaType: NDJSON,
    contentSchema: ref('schemas', 'ImportRequestRow'),
    description: 'NDJSON: one `ImportRequestRow` per line. Blank lines are ignored.',
  },
  ImportRequestTable: {
    type: 'string',
    contentMediaType: CSV,
    description:
      'CSV (RFC 4180) with commas. The header row lists fields of `ImportRequestRow` in any order. An empty field ' +
      'counts as absent.',
  },
};

export const requestImportBodies = {
  [CSV]: { schema: 'ImportRequestTable', examples: REQUEST_FILES },
  [NDJSON]: {
    schema: 'ImportRequestLines',
    examples: {
      rows: example(
        'A person asks for an item',
        `${JSON.stringify({ title: 'Dark mode', email: 'ada@example.com' })}\n`,
      ),
    },
  },
};

const line = (more: object) => JSON.stringify({ external_id: 'board:17', ...more });

/** Invalid files of requests by example name: media type and bytes. */
export const INVALID_REQUEST_FILES: Record<string, readonly [type: string, file: string | Buffer]> = {
  missing_required_field: [NDJSON, '{}'],
  missing_required_field_column: [CSV, 'email\r\nada@example.com\r\n'],
  invalid_type: [NDJSON, line({ email: 5 })],
  empty_value: [NDJSON, line({ name: ' ' })],
  too_long: [NDJSON, line({ name: 'x'.repeat(101) })],
  invalid_value: [NDJSON, line({ count: 0 })],
  invalid_value_count: [NDJSON, line({ email: 'ada@example.com', count: 2 })],
  invalid_value_future: [NDJSON, line({ created_at: '9999-01-01T00:00:00Z' })],
  invalid_format: [NDJSON, line({ email: 'ada' })],
  invalid_characters: [NDJSON, line({ quote: '\u0000' })],
  unknown_field: [NDJSON, line({ upvotes: 3 })],
  repeated_field: [CSV, 'external_id,external_id\r\nboard:17,board:17\r\n'],
  wrong_field_count: [CSV, 'external_id,email\r\nboard:17\r\n'],
  malformed_json: [NDJSON, '{"external_id":'],
  malformed_csv: [CSV, 'external_id\r\nA "dark" mode\r\n'],
  invalid_body: [NDJSON, ''],
  invalid_encoding: [NDJSON, Buffer.from([0x22, 0xff, 0x22])],
};

const errorOf = (type: string, bytes: string | Buffer): DomainError =>
  thrownBy(() => {
    const file = new ImportFile(type, 'requests');
    const now = new Date('2026-03-03T10:00:00.000Z');
    const found = [...file.push(Buffer.from(bytes)), ...file.end()].flatMap(({ line, values, issues }) => {
      const own: Issue[] = [];
      if (values) importedRequest('', values, { now, newId: () => '' }, own);
      return [...own, ...issues].map((issue) => importErrorAt(line, issue));
    });
    throwFirst(found);
  });

function throwFirst([first, ...rest]: readonly Issue[]): void {
  if (first) throw DomainError.invalid([first, ...rest]);
}

export const invalidRequestImports = {
  ...Object.fromEntries(
    Object.entries(INVALID_REQUEST_FILES).map(([name, [type, file]]) => [name, errorOf(type, file)]),
  ),
  feedback_not_found: thrownBy(() => throwFirst([importErrorAt(1, itemIssue('unknown', 'external_id'))])),
  ambiguous_title: thrownBy(() => throwFirst([importErrorAt(1, itemIssue('ambiguous', 'title'))])),
};
