import { IMPORT_BYTES_MAX } from '@libs/contract';
import {
  externalIdRule,
  IGNORED_FIELDS,
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_UNDO_HOURS,
  instantRule,
  ITEM_TAGS_MAX,
  tagNameRule,
  newFeedbackRule,
  sourceRule,
  type ImportField,
  type NewFeedback,
} from '@libs/feedback';
import { LINE_BYTES_MAX } from './import-errors';
import { IMPORT_TYPES } from './import-file';
import { ImportController } from './import.controller';
import {
  bodyTooLarge,
  serviceUnavailable,
  unsupportedContentEncoding,
  unsupportedContentType,
} from '../http/errors';
import { failure, MALFORMED_REQUEST, refsTo, TOO_MANY_REQUESTS } from '../openapi/error-responses';
import { RATE_LIMITS } from '../openapi/headers';
import {
  CSV_FILES,
  importErrors,
  inProgress,
  NDJSON_FILES,
  REPORTS,
  tooManyImportsError,
} from './import.examples';
import { ref, type Parameter, type Resource, type Schema } from '../openapi/openapi.types';
import { INVALID_KEY, requestFailures } from '../idempotency/idempotency.parameters';
import { jsonResponse, operation } from '../openapi/operation';
import { closed, open, STATUS, withDescriptions } from '../openapi/schemas';

const [NDJSON, CSV] = IMPORT_TYPES as [string, string];
const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: ['string', 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
});
const timestamp = nullable(instantRule(new Date(0)).schema);

const row = {
  ...withDescriptions(newFeedbackRule.schema, {
    title: { description: 'A single line.' },
    description: { description: 'Stored as sent.' },
    submitter_email: { description: 'Email address of the submitter.' },
  }).properties,
  status: { anyOf: [STATUS, { type: 'null' }], description: 'Defaults to `new`.' },
  external_id: {
    ...nullable(externalIdRule.schema),
    description:
      'Permanent ID of the item in the source system. A row whose `external_id` the account already has is not ' +
      'imported again.',
  },
  tags: {
    type: ['array', 'string', 'null'],
    maxItems: ITEM_TAGS_MAX,
    items: tagNameRule.schema,
    description:
      'Names of tags: an array, or text with commas or semicolons between the names. Missing tags are created.',
  },
  id: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'ID of an exported item, which the new item keeps. Requires the `created_at` of that item.',
  },
  source: { ...nullable(sourceRule.schema), description: 'Defaults to `import`.' },
  created_at: { ...timestamp, description: 'RFC 3339 with a UTC offset. Defaults to the current time.' },
  updated_at: { ...timestamp, description: 'RFC 3339 with a UTC offset. Defaults to `created_at`.' },
  ...Object.fromEntries(IGNORED_FIELDS.map((name) => [name, { description: 'In exports. Ignored.' }])),
  merged_into: { description: 'In exports. Ignored: imported items are not merged.' },
} satisfies Record<Exclude<ImportField, keyof NewFeedback>, Schema> & Record<string, Schema>;

const flag = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'boolean', default: false },
  example: true,
});

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });

const own = {
  InvalidImport: failure({
    description:
      'A row, the file, a query parameter, or `Idempotency-Key` is invalid. Nothing was imported. `details` lists ' +
      'the first errors with their lines. After `upload_too_slow`, the connection is closed.',
    errors: { ...importErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
  }),
  ImportTooLarge: failure({
    description: 'The file is too large. Nothing was imported, and the connection is closed.',
    errors: { body_too_large: bodyTooLarge(IMPORT_BYTES_MAX) },
    headers: [...RATE_LIMITS, 'Connection'],
  }),
  UnsupportedImportType: failure({
    description: 'The file is neither NDJSON nor CSV in UTF-8, or it has a `Content-Encoding`.',
    errors: {
      unsupported_content_type: unsupportedContentType(IMPORT_TYPES),
      unsupported_content_encoding: unsupportedContentEncoding(),
    },
    headers: [...RATE_LIMITS, 'Accept-Encoding'],
  }),
  ImportInProgress: failure({
    description:
      'An import is already running for the account, or there are too many requests of the API key, the ' +
      'account, or the IP address.',
    errors: {
      ...inProgress,
      ...TOO_MANY_REQUESTS,
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  TooManyImports: failure({
    description: 'Too many imports are running, or the service cannot reach its database. Try again.',
    errors: { ...tooManyImportsError, service_unavailable: serviceUnavailable() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};

/** `/feedback/import`: docs/architecture/adr/0015-import.md. */
export const feedbackImport: Resource = {
  tag: { name: 'Import', description: 'Create many items from a file with one request.' },
  schemas: {
    ImportRow: closed(row, ['title']),
    ImportLines: {
      type: 'string',
      contentMediaType: NDJSON,
      contentSchema: ref('schemas', 'ImportRow'),
      description: 'NDJSON: one `ImportRow` per line. Blank lines are ignored.',
    },
    ImportTable: {
      type: 'string',
      contentMediaType: CSV,
      description:
        'CSV (RFC 4180) with commas. The header row lists fields of `ImportRow` in any order. An empty field counts ' +
        'as absent; an empty field in quotes is an empty description.',
    },
    ImportReport: open({
      import_id: {
        type: ['string', 'null'],
        format: 'uuid',
        description:
          `ID of the import. In the dashboard, the account owner can list its items, and undo it for ` +
          `${IMPORT_UNDO_HOURS} hours. Null if no item was created.`,
      },
      dry_run: { type: 'boolean' },
      rows: count('Rows in the file.'),
      created: count('Items that were created; in a dry run, items that would be created.'),
      existing: count(
        'Rows that were skipped because the account or an earlier row already has their `id` or `external_id`.',
      ),
      repeated: count(
        'Rows of `existing` that have the `id` or `external_id` of an earlier row. Only the first row is imported.',
      ),
      failed: count('Invalid rows, which were not imported.'),
      errors: {
        type: 'array',
        maxItems: IMPORT_ERRORS_MAX,
        description: 'The first errors of invalid rows, ordered by line.',
        items: open({
          line: { type: 'integer', minimum: 1, description: 'First line of the row.' },
          param: {
            type: ['string', 'null'],
            description: 'Invalid field; null if the error is about the whole line.',
          },
          code: { type: 'string' },
          message: { type: 'string' },
        }),
      },
      repeats: {
        type: 'array',
        maxItems: IMPORT_ERRORS_MAX,
        description: 'The first rows of `repeated`, ordered by line.',
        items: open({
          line: { type: 'integer', minimum: 1, description: 'First line of the row.' },
          first_line: {
            type: 'integer',
            minimum: 1,
            description: 'First line of the earlier row with the same `id` or `external_id`.',
          },
        }),
      },
    }),
    ImportResponse: open({ data: ref('schemas', 'ImportReport') }),
  },
  parameters: {
    DryRun: flag(
      'dry_run',
      'Whether to check the file without importing it. The response lists invalid rows and counts the others.',
    ),
    SkipInvalid: flag(
      'skip_invalid',
      'Whether to skip invalid rows. By default, one invalid row rejects the whole file.',
    ),
  },
  failures: own,
  operations: [
    operation(ImportController, 'import', {
      operationId: 'importFeedback',
      summary: 'Import feedback items',
      description:
        `Imports up to ${IMPORT_ROWS_MAX.toLocaleString('en')} rows from an NDJSON or CSV file; ` +
        `a line can have up to ${LINE_BYTES_MAX.toLocaleString('en')} bytes. ` +
        'Either all rows are imported, or none, even if the upload is interrupted. Importing exported items or rows ' +
        'with an `external_id` again does not create duplicates. An account can run one import at a time. A CSV file ' +
        'with only a header row has 0 rows; an empty file returns 400. The same file with the same `Idempotency-Key` ' +
        'is imported once. For a dry run, only the syntax of the key is checked.',
      parameters: ['DryRun', 'SkipInvalid', 'IdempotencyKey'],
      // CSV first: many generators use the first media type only, and send text unchanged if its type is text/*.
      bodies: {
        [CSV]: { schema: 'ImportTable', examples: CSV_FILES },
        [NDJSON]: { schema: 'ImportLines', examples: NDJSON_FILES },
      },
      success: jsonResponse('The result of the import.', 'ImportResponse', REPORTS, 'Idempotent-Replayed'),
      otherResponses: {
        ...refsTo(
          own,
          'InvalidImport',
          'ImportTooLarge',
          'UnsupportedImportType',
          'ImportInProgress',
          'TooManyImports',
        ),
        ...refsTo(requestFailures, 'IdempotencyConflict', 'IdempotencyKeyReused'),
      },
    }),
  ],
};
