import { extname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { IMPORT_FIELDS } from '@libs/feedback';
import { FeedbackApiError, type ImportResponse, type ImportFile, type ImportFormat } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT, ExitWithCode } from '../exit-codes';
import { jsonText } from '../output/json';
import {
  progressBar,
  formatBytes,
  formatCount,
  formatNumber,
  createProgress,
  retryPrinter,
} from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { decode } from './decode';
import { openWithProgress, streamWithProgress, detectFormat, type UploadProgress } from './upload';

type ImportReport = ImportResponse['data'];

export interface ImportFlags {
  readonly format?: ImportFormat;
  /** Encoding of the file; UTF-8 by default. */
  readonly encoding?: string;
  /** Rows of who asks for items that exist. */
  readonly requests?: boolean;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
  readonly idempotencyKey?: string;
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
};
const JSON_HINT = 'Export with --format ndjson, or convert the file: `jq -c .data[] FILE | feedback import`';
/** Maximum number of error lines to print. A report has up to 1,000, which --json prints. */
const LINES_SHOWN = 20;

export async function importFile(cli: Cli, file: string | undefined, flags: ImportFlags): Promise<void> {
  const report = await sendFile(cli, fileOrStdin(cli, file), flags);
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText({ data: report }, stdout) : summary(report));
  // Older services return no `warnings`.
  if (!cli.options.json) printMessages(cli, [...repeatMessages(report), ...(report.warnings ?? [])]);
  if (report.failed === 0) return;
  if (!cli.options.json) printMessages(cli, report.errors);
  const rows = formatCount(report.failed, 'row');
  if (!flags.skipInvalid) throw new CliError(`${rows} would be rejected`, EXIT.invalid);
  if (!cli.options.json) cli.context.stderr.write(`${rows} ${skippedText(report)}\n`);
  // Not an error, but scripts must be able to detect skipped rows.
  throw new ExitWithCode(EXIT.invalid);
}

function skippedText({ dry_run: dryRun, failed }: ImportReport): string {
  if (dryRun) return 'would be skipped';
  return failed === 1 ? 'was skipped' : 'were skipped';
}

function fileOrStdin({ context }: Cli, file: string | undefined): string {
  if (file === undefined && context.stdin.isTTY)
    throw new CliError(
      'No file: pass a file name, or pipe rows to standard input',
      EXIT.usage,
      'See `feedback import --help`.',
    );
  return file ?? '-';
}

async function sendFile(
  cli: Cli,
  name: string,
  { format, encoding, requests, ...options }: ImportFlags,
): Promise<ImportReport> {
  const progress = createProgress(cli.context, cli.options);
  const onProgress: UploadProgress = (sent, size) =>
    progress.show(() => progressText(sent, size), sent === size);
  const rows =
    name === '-'
      ? await readStdinRows(cli, format, encoding, onProgress)
      : await openRowsFile(name, format, encoding, onProgress);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  try {
    const all = { format: rows.format, ...options };
    return (await (requests ? client.importRequests(rows.file, all) : client.import(rows.file, all))).data;
  } catch (error) {
    progress.clear();
    throw cli.options.json
      ? error
      : toImportError(cli, error, requests ? REQUEST_COLUMNS_HINT : COLUMNS_HINT);
  } finally {
    progress.clear();
  }
}

interface ImportInput {
  readonly file: ImportFile;
  readonly format: ImportFormat;
}

async function readStdinRows(
  { context }: Cli,
  chosenFormat: ImportFormat | undefined,
  encoding: string | undefined,
  onProgress: UploadProgress,
): Promise<ImportInput> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY) stderr.write('Reading rows from standard input; press Ctrl-D to finish\n');
  addAbortSignal(signal, stdin);
  const input = encoding ? decode(stdin, encoding, 'Standard input') : stdin;
  const { format, source } = await detectFormat(input);
  return { format: chosenFormat ?? format, file: streamWithProgress(source, onProgress) };
}

async function openRowsFile(
  name: string,
  chosenFormat: ImportFormat | undefined,
  encoding: string | undefined,
  onProgress: UploadProgress,
): Promise<ImportInput> {
  const format = chosenFormat ?? FORMATS[extname(name).toLowerCase()];
  if (format) return { format, file: await openWithProgress(name, encoding, onProgress) };
  if (extname(name).toLowerCase() === '.json')
    throw new CliError('JSON files cannot be imported: use NDJSON', EXIT.usage, JSON_HINT);
  throw new CliError(
    'Unknown file extension',
    EXIT.usage,
    'Pass --format ndjson or --format csv. Convert files of other formats first.',
  );
}

function progressText(sent: number, size: number | null): string {
  if (size === null) return `${formatBytes(sent)} sent`;
  if (sent >= size) return `${formatBytes(size)} sent, waiting for the service`;
  return `${progressBar(sent, size)} ${formatBytes(sent)} of ${formatBytes(size)}`;
}

function summary({ dry_run: dryRun, rows, created, existing, repeated = 0, failed }: ImportReport): string {
  const lines: readonly (readonly [string, number])[] = [
    ['Rows', rows],
    [dryRun ? 'New' : 'Created', created],
    ['Existing', existing - repeated],
    ...(repeated > 0 ? ([['Repeated', repeated]] as const) : []),
    [dryRun ? 'Invalid' : 'Skipped', failed],
  ];
  return lines.map(([name, count]) => `${name.padEnd(15)}${formatNumber(count)}\n`).join('');
}

/** Older services don't return `repeats`. */
const repeatMessages = ({ repeats = [] }: ImportReport): readonly { readonly message: string }[] =>
  repeats.map(({ line, first_line: first }) => ({
    message: `Line ${line}: duplicate of line ${first}`,
  }));

function printMessages({ context }: Cli, lines: readonly { readonly message: string }[]): void {
  const shown = lines.slice(0, LINES_SHOWN).map(({ message }) => `  ${safeLine(message)}\n`);
  const hiddenCount = lines.length - shown.length;
  context.stderr.write(`${shown.join('')}${hiddenCount > 0 ? `  … and more; --json lists them\n` : ''}`);
}

/** `--skip-invalid` can skip a row, but not the header. */
const isHeaderError = ({ code, message }: FeedbackApiError['details'][number]): boolean =>
  code !== 'wrong_field_count' && /\bcolumn/i.test(message);
const COLUMNS_HINT = `Fix the header. Columns: ${IMPORT_FIELDS.join(', ')}; only title is required.`;

const REQUEST_COLUMNS_HINT =
  'Fix the header. Rows need feedback_id, external_id, or title. See `POST /feedback/import/requests` in the API reference.';

const ENCODING_HINT = 'If the file has another encoding, use --encoding, such as --encoding windows-1252.';

/** Prints the errors of rows by line and returns a summary error. Returns every other error unchanged. */
function toImportError(cli: Cli, error: unknown, columnsHint: string): unknown {
  if (!(error instanceof FeedbackApiError) || error.type !== 'validation_error') return error;
  if (error.code === 'invalid_encoding') return new CliError(error.message, EXIT.invalid, ENCODING_HINT);
  const lineErrors = error.details.filter(({ message }) => /^Line \d+: /.test(message));
  if (lineErrors.length === 0) return error;
  printMessages(cli, lineErrors);
  if (lineErrors.some(isHeaderError))
    return new CliError('Nothing was imported: invalid column names', EXIT.invalid, columnsHint);
  return new CliError(
    'Nothing was imported: some rows are invalid',
    EXIT.invalid,
    'To see all invalid rows, use --dry-run. To skip them, use --skip-invalid.',
  );
}
