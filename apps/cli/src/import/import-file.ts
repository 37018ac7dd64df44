import { extname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { IMPORT_FIELDS } from '@libs/feedback';
import { FeedbackApiError, type ImportAnswer, type ImportFile, type ImportFormat } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT, Outcome } from '../exit-codes';
import { jsonText } from '../output/json';
import { bar, bytes, counted, progressOn, toldBy } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { countedFile, countedStream, formatOf, type Counting } from './upload';

type Report = ImportAnswer['data'];

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
const FROM_JSON =
  'Export with --format ndjson, or make it an item a line: `jq -c .data[] FILE | feedback import`';
/** Lines that are told of; a report has up to 1,000, which --json prints. */
const LINES_SHOWN = 20;

export async function importFile(cli: Cli, file: string | undefined, flags: ImportFlags): Promise<void> {
  const report = await send(cli, nameOf(cli, file), flags);
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText({ data: report }, stdout) : summary(report));
  if (!cli.options.json) tellLines(cli, repeatsOf(report));
  if (report.failed === 0) return;
  if (!cli.options.json) tellLines(cli, report.errors);
  const rows = counted(report.failed, 'row');
  if (!flags.skipInvalid) throw new CliError(`${rows} would be refused`, EXIT.invalid);
  if (!cli.options.json) cli.context.stderr.write(`${rows} ${leftOut(report)}\n`);
  // It is what was asked for; a script learns all the same that not everything was taken.
  throw new Outcome(EXIT.invalid);
}

function leftOut({ dry_run: dryRun, failed }: Report): string {
  if (dryRun) return 'would be left out';
  return failed === 1 ? 'was left out' : 'were left out';
}

function nameOf({ context }: Cli, file: string | undefined): string {
  if (file === undefined && context.stdin.isTTY)
    throw new CliError('Which file? Give its name', EXIT.usage, 'See `feedback import --help`.');
  return file ?? '-';
}

async function send(cli: Cli, name: string, { format, ...options }: ImportFlags): Promise<Report> {
  const progress = progressOn(cli.context, cli.options);
  const counting: Counting = (sent, size) => progress.show(() => sentText(sent, size), sent === size);
  const rows = name === '-' ? await piped(cli, format, counting) : await inFile(name, format, counting);
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  try {
    return (await client.import(rows.file, { format: rows.format, ...options })).data;
  } catch (error) {
    progress.clear();
    throw cli.options.json ? error : refusalOf(cli, error);
  } finally {
    progress.clear();
  }
}

interface Rows {
  readonly file: ImportFile;
  readonly format: ImportFormat;
}

async function piped({ context }: Cli, given: ImportFormat | undefined, count: Counting): Promise<Rows> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY) stderr.write('Reading rows from standard input; end it with Ctrl-D\n');
  addAbortSignal(signal, stdin);
  const { format, source } = await formatOf(stdin);
  return { format: given ?? format, file: countedStream(source, count) };
}

async function inFile(name: string, given: ImportFormat | undefined, count: Counting): Promise<Rows> {
  const format = given ?? FORMATS[extname(name).toLowerCase()];
  if (format) return { format, file: await countedFile(name, count) };
  if (extname(name).toLowerCase() === '.json')
    throw new CliError('JSON cannot be imported as it is, NDJSON can', EXIT.usage, FROM_JSON);
  throw new CliError(
    'The ending of the file does not say what is in it',
    EXIT.usage,
    'Give --format ndjson or --format csv; other files are to be made one of them first.',
  );
}

function sentText(sent: number, size: number | null): string {
  if (size === null) return `${bytes(sent)} sent`;
  if (sent >= size) return `${bytes(size)} sent, waiting for the service`;
  return `${bar(sent, size)} ${bytes(sent)} of ${bytes(size)}`;
}

function summary({ dry_run: dryRun, rows, created, existing, repeated = 0, failed }: Report): string {
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
const repeatsOf = ({ repeats = [] }: Report): readonly { readonly message: string }[] =>
  repeats.map(({ line, first_line: first }) => ({
    message: `Line ${line}: the same item as in line ${first}`,
  }));

function tellLines({ context }: Cli, lines: readonly { readonly message: string }[]): void {
  const shown = lines.slice(0, LINES_SHOWN).map(({ message }) => `  ${safeLine(message)}\n`);
  const more = lines.length - shown.length;
  context.stderr.write(`${shown.join('')}${more > 0 ? `  … and more; --json names them\n` : ''}`);
}

/** A row can be left out, the line of column names cannot. */
const isOfHeader = ({ code, message }: FeedbackApiError['details'][number]): boolean =>
  code !== 'wrong_field_count' && /\bcolumn/i.test(message);
const COLUMNS = `Correct the first line. Columns: ${IMPORT_FIELDS.join(', ')}; only title is required.`;

/** Faults in rows are told by their lines; every other error stays as it is. */
function refusalOf(cli: Cli, error: unknown): unknown {
  if (!(error instanceof FeedbackApiError) || error.type !== 'validation_error') return error;
  const ofLines = error.details.filter(({ message }) => /^Line \d+: /.test(message));
  if (ofLines.length === 0) return error;
  tellLines(cli, ofLines);
  if (ofLines.some(isOfHeader))
    return new CliError('Nothing was imported: the column names are wrong', EXIT.invalid, COLUMNS);
  return new CliError(
    'Nothing was imported: there are rows that break a rule',
    EXIT.invalid,
    'All of them: --dry-run. Without them: --skip-invalid.',
  );
}
