import { extname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { IMPORT_FIELDS } from '@libs/feedback';
import { FeedbackApiError, type ImportAnswer, type ImportFile, type ImportFormat } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT, ExitWithCode } from '../exit-codes';
import { jsonText } from '../output/json';
import { progressBar, formatBytes, formatCount, createProgress, retryPrinter } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { openWithProgress, streamWithProgress, detectFormat, type UploadProgress } from './upload';

type ImportReport = ImportAnswer['data'];

export interface ImportFlags {
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
  readonly idempotencyKey?: string;
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
};
const JSON_HINT =
  'Export with --format ndjson, or make it an item a line: `jq -c .data[] FILE | feedback import`';
/** Lines that are told of; a report has up to 1,000, which --json prints. */
const LINES_SHOWN = 20;

export async function importFile(cli: Cli, file: string | undefined, flags: ImportFlags): Promise<void> {
  const report = await sendFile(cli, fileOrStdin(cli, file), flags);
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText({ data: report }, stdout) : summary(report));
  if (!cli.options.json) printMessages(cli, repeatMessages(report));
  if (report.failed === 0) return;
  if (!cli.options.json) printMessages(cli, report.errors);
  const rows = formatCount(report.failed, 'row');
  if (!flags.skipInvalid) throw new CliError(`${rows} would be refused`, EXIT.invalid);
  if (!cli.options.json) cli.context.stderr.write(`${rows} ${skippedText(report)}\n`);
  // It is what was asked for; a script learns all the same that not everything was taken.
  throw new ExitWithCode(EXIT.invalid);
}

function skippedText({ dry_run: dryRun, failed }: ImportReport): string {
  if (dryRun) return 'would be left out';
  return failed === 1 ? 'was left out' : 'were left out';
}

function fileOrStdin({ context }: Cli, file: string | undefined): string {
  if (file === undefined && context.stdin.isTTY)
    throw new CliError('Which file? Give its name', EXIT.usage, 'See `feedback import --help`.');
  return file ?? '-';
}

async function sendFile(cli: Cli, name: string, { format, ...options }: ImportFlags): Promise<ImportReport> {
  const progress = createProgress(cli.context, cli.options);
  const onProgress: UploadProgress = (sent, size) =>
    progress.show(() => progressText(sent, size), sent === size);
  const rows =
    name === '-'
      ? await readStdinRows(cli, format, onProgress)
      : await openRowsFile(name, format, onProgress);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  try {
    return (await client.import(rows.file, { format: rows.format, ...options })).data;
  } catch (error) {
    progress.clear();
    throw cli.options.json ? error : toImportError(cli, error);
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
  onProgress: UploadProgress,
): Promise<ImportInput> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY) stderr.write('Reading rows from standard input; end it with Ctrl-D\n');
  addAbortSignal(signal, stdin);
  const { format, source } = await detectFormat(stdin);
  return { format: chosenFormat ?? format, file: streamWithProgress(source, onProgress) };
}

async function openRowsFile(
  name: string,
  chosenFormat: ImportFormat | undefined,
  onProgress: UploadProgress,
): Promise<ImportInput> {
  const format = chosenFormat ?? FORMATS[extname(name).toLowerCase()];
  if (format) return { format, file: await openWithProgress(name, onProgress) };
  if (extname(name).toLowerCase() === '.json')
    throw new CliError('JSON cannot be imported as it is, NDJSON can', EXIT.usage, JSON_HINT);
  throw new CliError(
    'The ending of the file does not say what is in it',
    EXIT.usage,
    'Give --format ndjson or --format csv; other files are to be made one of them first.',
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
    ['There already', existing - repeated],
    ...(repeated > 0 ? ([['Repeated', repeated]] as const) : []),
    [dryRun ? 'Faulty' : 'Left out', failed],
  ];
  return lines.map(([name, count]) => `${name.padEnd(15)}${count}\n`).join('');
}

/** An older service says nothing of them. */
const repeatMessages = ({ repeats = [] }: ImportReport): readonly { readonly message: string }[] =>
  repeats.map(({ line, first_line: first }) => ({
    message: `Line ${line}: the same item as in line ${first}`,
  }));

function printMessages({ context }: Cli, lines: readonly { readonly message: string }[]): void {
  const shown = lines.slice(0, LINES_SHOWN).map(({ message }) => `  ${safeLine(message)}\n`);
  const hiddenCount = lines.length - shown.length;
  context.stderr.write(`${shown.join('')}${hiddenCount > 0 ? `  … and more; --json names them\n` : ''}`);
}

/** A row can be left out, the line of column names cannot. */
const isHeaderError = ({ code, message }: FeedbackApiError['details'][number]): boolean =>
  code !== 'wrong_field_count' && /\bcolumn/i.test(message);
const COLUMNS_HINT = `Correct the first line. Columns: ${IMPORT_FIELDS.join(', ')}; only title is required.`;

/** Faults in rows are told by their lines; every other error stays as it is. */
function toImportError(cli: Cli, error: unknown): unknown {
  if (!(error instanceof FeedbackApiError) || error.type !== 'validation_error') return error;
  const lineErrors = error.details.filter(({ message }) => /^Line \d+: /.test(message));
  if (lineErrors.length === 0) return error;
  printMessages(cli, lineErrors);
  if (lineErrors.some(isHeaderError))
    return new CliError('Nothing was imported: the column names are wrong', EXIT.invalid, COLUMNS_HINT);
  return new CliError(
    'Nothing was imported: there are rows that break a rule',
    EXIT.invalid,
    'All of them: --dry-run. Without them: --skip-invalid.',
  );
}
