import { tooManyAuthFailures, rateLimitExceeded } from '@libs/accounts';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import {
  externalIdRule,
  IMPORT_FAULTS_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_UNDO_HOURS,
  instantRule,
  newFeedbackRule,
  sourceRule,
  type ImportField,
  type NewFeedback,
} from '@libs/feedback';
import { LINE_BYTES_MAX } from '../../feedback/import/import-errors';
import { IMPORT_TYPES } from '../../feedback/import/import-file';
import { ImportController } from './import.controller';
import {
  bodyTooLarge,
  serviceUnavailable,
  unsupportedContentEncoding,
  unsupportedContentType,
} from '../../http/errors';
import { failure, MALFORMED_REQUEST, refsTo } from '../../openapi/error-responses';
import { EXHAUSTED, RATE_LIMITS } from '../../openapi/headers';
import { CSV_FILES, importErrors, inProgress, NDJSON_FILES, noTurn, REPORTS } from './import.examples';
import { ref, type Parameter, type Resource, type Schema } from '../../openapi/openapi.types';
import { INVALID_KEY, requestFailures } from '../idempotency/idempotency.parameters';
import { answer, operation } from '../../openapi/operation';
import { closed, explained, open, STATUS } from '../../openapi/schemas';

const [NDJSON, CSV] = IMPORT_TYPES as [string, string];
const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: ['string', 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
});
const moment = nullable(instantRule(new Date(0)).schema);

const row = {
  ...explained(newFeedbackRule.schema, {
    title: { description: 'One line.' },
    description: { description: 'Kept as it comes.' },
    submitter_email: { description: 'Who gave the feedback.' },
  }).properties,
  status: { anyOf: [STATUS, { type: 'null' }], description: '`new` when absent.' },
  external_id: {
    ...nullable(externalIdRule.schema),
    description:
      'What the item is called where it comes from, once and for all: a row whose `external_id` the account has ' +
      'already makes no second item.',
  },
  id: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'Only of an exported item, together with its `created_at`: the item keeps it.',
  },
  source: { ...nullable(sourceRule.schema), description: '`import` when absent.' },
  created_at: { ...moment, description: 'With its offset (RFC 3339); now when absent.' },
  updated_at: { ...moment, description: 'Likewise; `created_at` when absent.' },
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
      'Rows are faulty, or the file is, or `Idempotency-Key` is wrong; nothing was imported. `details` has the first faults, each with its line. ' +
      'After `upload_too_slow` the connection is closed.',
    errors: { ...importErrors, ...INVALID_KEY, ...MALFORMED_REQUEST },
  }),
  ImportTooLarge: failure({
    description: 'The file is too large; nothing was imported, and the connection is closed.',
    errors: { body_too_large: bodyTooLarge(IMPORT_BYTES_MAX) },
    headers: [...RATE_LIMITS, 'Connection'],
  }),
  UnsupportedImportType: failure({
    description: 'The file is neither NDJSON nor CSV in UTF-8, or it came encoded.',
    errors: {
      unsupported_content_type: unsupportedContentType(IMPORT_TYPES),
      unsupported_content_encoding: unsupportedContentEncoding(),
    },
    headers: [...RATE_LIMITS, 'Accept-Encoding'],
  }),
  ImportInProgress: failure({
    description:
      'The account has an import under way, or the quota of the key is spent, or the address has presented too many ' +
      'wrong keys.',
    errors: {
      ...inProgress,
      rate_limit_exceeded: rateLimitExceeded(EXHAUSTED),
      too_many_auth_failures: tooManyAuthFailures(29),
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  TooManyImports: failure({
    description: 'Many accounts import at the moment, or the database cannot be reached. Try again.',
    errors: { ...noTurn, service_unavailable: serviceUnavailable() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};

/** `/feedback/import`: docs/architecture/adr/0015-import.md. */
export const feedbackImport: Resource = {
  tag: { name: 'Import', description: 'A file of items, which counts as one request.' },
  schemas: {
    ImportRow: closed(row, ['title']),
    ImportLines: {
      type: 'string',
      contentMediaType: NDJSON,
      contentSchema: ref('schemas', 'ImportRow'),
      description: 'NDJSON: an `ImportRow` a line. Blank lines are passed over.',
    },
    ImportTable: {
      type: 'string',
      contentMediaType: CSV,
      description:
        'CSV (RFC 4180, commas): the first line has names of fields of `ImportRow`, in any order. An empty field is ' +
        'absent; in quotes it is an empty description.',
    },
    ImportReport: open({
      import_id: {
        type: ['string', 'null'],
        format: 'uuid',
        description:
          `Names the items that were created. The account owner can list them in the dashboard, and undo the import ` +
          `there for ${IMPORT_UNDO_HOURS} hours. Null when no item was created.`,
      },
      dry_run: { type: 'boolean' },
      rows: count('All rows of the file.'),
      created: count('Rows that are new items; in a dry run those that would be.'),
      existing: count(
        'Rows whose `id` or `external_id` the account has already, or an earlier row has: nothing was changed.',
      ),
      repeated: count(
        'Those of `existing` whose `id` or `external_id` an earlier row of the file has: the first one counts.',
      ),
      failed: count('Rows that broke a rule and were left out.'),
      errors: {
        type: 'array',
        maxItems: IMPORT_FAULTS_MAX,
        description: 'Their first faults, in the order of lines.',
        items: open({
          line: { type: 'integer', minimum: 1, description: 'Where the row begins.' },
          param: { type: ['string', 'null'], description: 'The field; null when it is the whole line.' },
          code: { type: 'string' },
          message: { type: 'string' },
        }),
      },
      repeats: {
        type: 'array',
        maxItems: IMPORT_FAULTS_MAX,
        description: 'The first of `repeated`, in the order of lines.',
        items: open({
          line: { type: 'integer', minimum: 1, description: 'Where the row begins.' },
          first_line: {
            type: 'integer',
            minimum: 1,
            description: 'Where the first row of this name begins.',
          },
        }),
      },
    }),
    ImportAnswer: open({ data: ref('schemas', 'ImportReport') }),
  },
  parameters: {
    DryRun: flag(
      'dry_run',
      'Writes nothing and answers what would be: faulty rows are listed, and the others counted.',
    ),
    SkipInvalid: flag(
      'skip_invalid',
      'Leaves faulty rows out. Otherwise one of them is enough, and nothing is imported.',
    ),
  },
  failures: own,
  operations: [
    operation(ImportController, 'import', {
      operationId: 'importFeedback',
      summary: 'Import feedback',
      description:
        `Up to ${IMPORT_ROWS_MAX} rows as NDJSON or CSV, read as they come, a line of at most ${LINE_BYTES_MAX} bytes. ` +
        'All of them become items at once, or none does: also when the upload breaks. Rows with an `external_id`, and ' +
        'items that were exported, can be sent again and again without a second item. One import of an account at a time. ' +
        'A CSV file that has its line of names and nothing more is a file of 0 rows; an empty file is refused, whatever its type. ' +
        'The same file with the same `Idempotency-Key` is imported once; a dry run takes no notice of the key.',
      parameters: ['DryRun', 'SkipInvalid', 'IdempotencyKey'],
      // CSV first: many generators use the first media type only, and send text unchanged if its type is text/*.
      bodies: {
        [CSV]: { schema: 'ImportTable', examples: CSV_FILES },
        [NDJSON]: { schema: 'ImportLines', examples: NDJSON_FILES },
      },
      success: answer('What was imported, or would be.', 'ImportAnswer', REPORTS, 'Idempotent-Replayed'),
      answers: {
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
