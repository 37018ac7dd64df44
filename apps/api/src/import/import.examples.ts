import {
  importErrorAt,
  importedFeedback,
  importInProgress,
  tooManyImports,
  tooManyRows,
  type ImportReport,
} from '@libs/feedback';
import { DomainError, type Issue } from '@libs/kernel';
import { uploadTooSlow } from '../http/errors';
import { ImportFile } from './import-file';
import { optionsOf, reportJson } from './import.http';
import { thrownBy } from '../openapi/error-responses';
import { example } from '../openapi/schemas';

const darkMode = {
  external_id: 'board:17',
  title: 'Dark mode',
  description: 'My eyes hurt at night.',
  submitter_email: 'ada@example.com',
  status: 'planned',
  created_at: '2024-05-01T10:00:00Z',
};

export const NDJSON_FILES = {
  rows: example(
    'Two rows',
    `${JSON.stringify(darkMode)}\n${JSON.stringify({ external_id: 'board:18', title: 'Export as CSV' })}\n`,
  ),
};
export const CSV_FILES = {
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
  isRejected: false,
};
const rowError = importErrorAt(2, {
  param: 'title',
  code: 'missing_required_field',
  message: 'Missing required field: title',
});
const result = (more: Partial<ImportReport>) => ({ data: reportJson({ ...report, ...more }) });

export const REPORTS = {
  imported: example('Both rows were imported', result({})),
  repeated: example('The same file, imported again', result({ importId: null, created: 0, existing: 2 })),
  twice_in_file: example(
    'Two rows with the same external_id',
    result({ created: 1, existing: 1, repeated: 1, repeats: [{ line: 2, firstLine: 1 }] }),
  ),
  dry_run: example('Dry run', result({ importId: null, dryRun: true })),
  skip_invalid: example('An invalid row was skipped', result({ created: 1, failed: 1, errors: [rowError] })),
};

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';
const row = (more: object) => JSON.stringify({ title: 'Dark mode', ...more });
const EXPORTED_ID = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';

/** Invalid files by example name: media type and bytes. */
export const INVALID_FILES: Record<string, readonly [type: string, file: string | Buffer]> = {
  missing_required_field: [NDJSON, `${row({})}\n{}\n`],
  missing_required_field_column: [CSV, 'description\r\nMy eyes hurt\r\n'],
  invalid_type: [NDJSON, row({ title: 5 })],
  empty_value: [NDJSON, row({ title: ' ' })],
  too_long: [NDJSON, row({ external_id: 'x'.repeat(256) })],
  too_long_line: [NDJSON, row({ description: 'x'.repeat(262_144) })],
  invalid_value: [NDJSON, row({ status: 'open' })],
  invalid_value_future: [NDJSON, row({ created_at: '9999-01-01T00:00:00Z' })],
  invalid_value_id: [NDJSON, row({ id: EXPORTED_ID, created_at: '2024-05-01T10:00:00Z' })],
  invalid_format: [NDJSON, row({ submitter_email: 'ada' })],
  invalid_format_time: [NDJSON, row({ created_at: '2024-05-01 10:00' })],
  invalid_characters: [NDJSON, row({ description: '\u0000' })],
  unknown_field: [NDJSON, row({ votes: 3 })],
  unknown_field_column: [CSV, 'title,votes\r\nDark mode,3\r\n'],
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

export const importErrors = {
  ...Object.fromEntries(
    Object.entries(INVALID_FILES).map(([name, [type, file]]) => [name, importErrorOf(type, file)]),
  ),
  too_long_file: tooManyRows(),
  upload_too_slow: uploadTooSlow(),
  invalid_parameter: thrownBy(() => optionsOf({ dry_run: 'yes' })),
  repeated_parameter: thrownBy(() => optionsOf({ dry_run: ['true', 'false'] })),
  unknown_parameter: thrownBy(() => optionsOf({ format: 'csv' })),
};

export const inProgress = { import_in_progress: importInProgress() };
export const tooManyImportsError = { too_many_imports: tooManyImports() };
