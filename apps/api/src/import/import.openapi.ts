import { IMPORT_BYTES_MAX } from '@libs/contract';
import {
  contextRule,
  COUNT_MAX,
  externalIdRule,
  IGNORED_FIELDS,
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_UNDO_HOURS,
  importedFeedback,
  importErrorAt,
  importInProgress,
  instantRule,
  ITEM_TAGS_MAX,
  linksRule,
  newFeedbackRule,
  REQUEST_DETAILS,
  requestsOfRow,
  sourceRule,
  storageLimitReached,
  tagNameRule,
  tooManyImportedRequests,
  tooManyImports,
  tooManyRequests,
  tooManyRows,
  VALUE_MAX,
  VOTERS_MAX,
  type ImportField,
  type ImportReport,
  type NewFeedback,
  REFERENCES,
  unknownAssignees,
  unmergedRow,
} from '@libs/feedback';
import { DomainError, emailRule, type Issue } from '@libs/kernel';
import {
  bodyTooLarge,
  serviceUnavailable,
  unsupportedContentEncoding,
  unsupportedContentType,
  uploadTooSlow,
} from '../http/errors';
import {
  IN_USE_OR_GONE,
  INVALID_KEY,
  requestFailures,
  withRetryAfterInUse,
} from '../idempotency/idempotency.openapi';
import { failure, MALFORMED_REQUEST, refsTo, thrownBy, TOO_MANY_REQUESTS } from '../openapi/error-responses';
import { RATE_LIMITS } from '../openapi/headers';
import { ref, type Parameter, type Resource, type Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { closed, count, example, nullable, open, STATUS, withDescriptions } from '../openapi/schemas';
import { LINE_BYTES_MAX } from './import-errors';
import { IMPORT_TYPES, ImportFile } from './import-file';
import { ImportController } from './import.controller';
import { optionsOf, reportJson } from './import.http';
import { invalidRequestImports, requestImportBodies, requestImportSchemas } from './import-requests.openapi';

const [NDJSON, CSV] = IMPORT_TYPES as [string, string];

const darkMode = {
  external_id: 'board:17',
  title: 'Dark mode',
  description: 'My eyes hurt at night.',
  submitter_email: 'ada@example.com',
  status: 'planned',
  created_at: '2024-05-01T10:00:00Z',
};

const NDJSON_FILES = {
  rows: example(
    'Two rows',
    `${JSON.stringify(darkMode)}\n${JSON.stringify({ external_id: 'board:18', title: 'Export as CSV' })}\n`,
  ),
};
const CSV_FILES = {
  rows: example(
    'The same rows as CSV',
    'external_id,title,description,submitter_email,status,created_at\r\n' +
      'board:17,Dark mode,My eyes hurt at night.,ada@example.com,planned,2024-05-01T10:00:00Z\r\n' +
      'board:18,Export as CSV,,,,\r\n',
  ),
};

const report: ImportReport = {
  importId: '019cb323-e500-7c3d-8e9f-0a1b2c3d4e60',
  dryRun: false,
  rows: 2,
  created: 2,
  existing: 0,
  repeated: 0,
  failed: 0,
  errors: [],
  repeats: [],
  warnings: [],
  isRejected: false,
};
const rowError = importErrorAt(2, {
  param: 'title',
  code: 'missing_required_field',
  message: 'Missing required field: title',
});
const result = (more: Partial<ImportReport>) => ({ data: reportJson({ ...report, ...more }) });

const REPORTS = {
  imported: example('Both rows were imported', result({})),
  repeated: example('The same file, imported again', result({ importId: null, created: 0, existing: 2 })),
  twice_in_file: example(
    'Two rows with the same external_id',
    result({ created: 1, existing: 1, repeated: 1, repeats: [{ line: 2, firstLine: 1 }] }),
  ),
  dry_run: example('Dry run', result({ importId: null, dryRun: true })),
  warnings: example(
    'An item that was not merged, and an assignee who is no member',
    result({ warnings: [unknownAssignees(['Grace Hopper']), unmergedRow(2, 'unknown')!] }),
  ),
  skip_invalid: example('An invalid row was skipped', result({ created: 1, failed: 1, errors: [rowError] })),
};

const line = (more: object) => JSON.stringify({ title: 'Dark mode', ...more });
const EXPORTED_ID = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';

/** Invalid files by example name: media type and bytes. */
export const INVALID_FILES: Record<string, readonly [type: string, file: string | Buffer]> = {
  missing_required_field: [NDJSON, `${line({})}\n{}\n`],
  missing_required_field_column: [CSV, 'description\r\nMy eyes hurt\r\n'],
  invalid_type: [NDJSON, line({ title: 5 })],
  empty_value: [NDJSON, line({ title: ' ' })],
  too_long: [NDJSON, line({ external_id: 'x'.repeat(256) })],
  too_long_line: [NDJSON, line({ description: 'x'.repeat(262_144) })],
  invalid_value: [NDJSON, line({ status: 'open' })],
  invalid_value_future: [NDJSON, line({ created_at: '9999-01-01T00:00:00Z' })],
  invalid_value_id: [NDJSON, line({ id: EXPORTED_ID, created_at: '2024-05-01T10:00:00Z' })],
  invalid_format: [NDJSON, line({ submitter_email: 'ada' })],
  invalid_format_time: [NDJSON, line({ created_at: '2024-05-01 10:00' })],
  invalid_characters: [NDJSON, line({ description: '\u0000' })],
  unknown_field: [NDJSON, line({ upvotes: 3 })],
  unknown_field_column: [CSV, 'title,upvotes\r\nDark mode,3\r\n'],
  repeated_field: [CSV, 'title,title\r\nDark mode,Dark mode\r\n'],
  wrong_field_count: [CSV, 'title,status\r\nDark mode\r\n'],
  malformed_json: [NDJSON, '{"title":'],
  malformed_csv_separator: [CSV, 'title;status\r\nDark mode;new\r\n'],
  malformed_csv: [CSV, 'title\r\nA "dark" mode\r\n'],
  invalid_body: [NDJSON, ''],
  invalid_body_line: [NDJSON, '["Dark mode"]'],
  invalid_encoding: [NDJSON, Buffer.from([0x22, 0xff, 0x22])],
};

const importErrorOf = (type: string, bytes: string | Buffer): DomainError =>
  thrownBy(() => {
    const file = new ImportFile(type);
    const now = new Date('2026-03-03T10:00:00.000Z');
    const rowErrors = [...file.push(Buffer.from(bytes)), ...file.end()].flatMap(
      ({ line, values, issues }) => {
        const found: Issue[] = [];
        if (values) importedFeedback('', values, now, () => '', found);
        return [...found, ...issues].map((issue) => importErrorAt(line, issue));
      },
    );
    const [first, ...rest] = rowErrors;
    if (first) throw DomainError.invalid([first, ...rest]);
  });

const sharedErrors = {
  too_long_file: tooManyRows(),
  upload_too_slow: uploadTooSlow(),
  invalid_parameter: thrownBy(() => optionsOf({ dry_run: 'yes' })),
  repeated_parameter: thrownBy(() => optionsOf({ dry_run: ['true', 'false'] })),
  unknown_parameter: thrownBy(() => optionsOf({ format: 'csv' })),
};

const importErrors = {
  ...Object.fromEntries(
    Object.entries(INVALID_FILES).map(([name, [type, file]]) => [name, importErrorOf(type, file)]),
  ),
  too_long_requests: tooManyImportedRequests(),
  ...sharedErrors,
};

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
  links: {
    ...linksRule.schema,
    type: ['array', 'string', 'null'],
    description: 'Links: an array, or text with URLs that spaces or line breaks separate.',
  },
  votes: {
    type: ['integer', 'string', 'null'],
    minimum: 0,
    maximum: COUNT_MAX,
    description:
      'How many people ask for the item, the submitter included. Those without an address in the row become one ' +
      'request without an address. `request_count` is at least 1.',
  },
  voters: {
    type: ['array', 'string', 'null'],
    maxItems: VOTERS_MAX,
    items: emailRule.schema,
    description:
      'Email addresses of those who ask for the item: an array, or text with commas or semicolons between them. ' +
      'Each address asks once.',
  },
  company: { ...REQUEST_DETAILS.company.rule.schema, description: 'Company of the submitter.' },
  value: {
    type: ['number', 'string', 'null'],
    minimum: 0,
    maximum: VALUE_MAX,
    description: 'What the company is worth, in your own unit, with at most two decimals.',
  },
  requests: {
    ...nullable(requestsOfRow(new Date(0)).requests.rule.schema),
    description:
      'In NDJSON only: requests as an export has them. `id`, `feedback_id`, and `confirmed_at` are ignored, but an ' +
      'element whose `id` is its `feedback_id` has the details of the submission.',
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
  context: { ...contextRule.schema, description: 'Where the item was written. CSV does not have it.' },
  merged_into: {
    ...nullable(REFERENCES.merged_into.rule.schema),
    description:
      'ID of the item into which this one was merged: the `id` of another row, before or after this one, or of an item ' +
      'that exists. Without such an item, this one is imported on its own, and `warnings` says so.',
  },
  assignee: {
    ...REFERENCES.assignee.rule.schema,
    type: ['string', 'object', 'null'],
    description:
      'Name of the member who works on the item, or an object with `name`. Without a member of exactly this name, the ' +
      'item has no assignee, and `warnings` says so.',
  },
} satisfies Record<Exclude<ImportField, keyof NewFeedback>, Schema> & Record<string, Schema>;

const flag = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'boolean', default: false },
  example: true,
});

const own = {
  InvalidImport: failure({
    description:
      'A row, the file, a query parameter, or `Idempotency-Key` is invalid. Nothing was imported. `details` lists ' +
      'the first errors with their lines. After `upload_too_slow`, the connection is closed.',
    errors: { ...importErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
  }),
  InvalidRequestImport: failure({
    description:
      'A row, the file, a query parameter, or `Idempotency-Key` is invalid, or an item is not found. Nothing was ' +
      'imported. `details` lists the first errors with their lines.',
    errors: { ...invalidRequestImports, ...sharedErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
  }),
  RequestImportConflict: withRetryAfterInUse(
    failure({
      description:
        'A request with this `Idempotency-Key` is still in progress: try again. Or its response no longer exists, ' +
        'because its import was undone. Or an item would have too many requests, or the account has reached its ' +
        'storage limit. Nothing was imported.',
      errors: {
        ...IN_USE_OR_GONE,
        storage_limit_reached: storageLimitReached(),
        request_limit_reached: tooManyRequests(),
      },
    }),
  ),
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
      import_in_progress: importInProgress(),
      ...TOO_MANY_REQUESTS,
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  TooManyImports: failure({
    description: 'Too many imports are running, or the service cannot reach its database. Try again.',
    errors: { too_many_imports: tooManyImports(), service_unavailable: serviceUnavailable() },
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
    ...requestImportSchemas,
    ImportReport: open({
      import_id: {
        type: ['string', 'null'],
        format: 'uuid',
        description:
          `ID of the import. In the dashboard, members can list its items, and admins and owners can undo it for ` +
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
      warnings: {
        type: 'array',
        maxItems: IMPORT_ERRORS_MAX,
        description: 'What was not taken over from rows whose items were created, ordered by line.',
        items: open({
          line: {
            type: ['integer', 'null'],
            minimum: 1,
            description: 'First line of the row; null if the warning is about several rows.',
          },
          param: { type: ['string', 'null'], description: 'The field of the row.' },
          code: { type: 'string' },
          message: { type: 'string' },
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
    operation(ImportController, 'importRequests', {
      operationId: 'importRequests',
      summary: 'Import requests of existing items',
      description:
        'Adds people who ask for items that exist, such as the voters of another system, from an NDJSON or CSV file. ' +
        'Either all rows are imported, or none. A row of an address that asked for the item already counts as ' +
        '`existing`, and changes nothing. A row whose item is not found is invalid. Limits, parameters, and undo are ' +
        'those of an import of items.',
      parameters: ['DryRun', 'SkipInvalid', 'IdempotencyKey'],
      bodies: requestImportBodies,
      success: jsonResponse('The result of the import.', 'ImportResponse', REPORTS, 'Idempotent-Replayed'),
      otherResponses: {
        ...refsTo(
          own,
          'InvalidRequestImport',
          'ImportTooLarge',
          'UnsupportedImportType',
          'ImportInProgress',
          'TooManyImports',
        ),
        ...refsTo(own, 'RequestImportConflict'),
        ...refsTo(requestFailures, 'IdempotencyKeyReused'),
      },
    }),
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
