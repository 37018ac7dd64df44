import { extname } from 'node:path';
import type { ExportFileQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { toFilters, type FilterFlags } from '../items/filters';
import { printNote } from '../items/note';
import { jsonText } from '../output/json';
import { formatBytes, createProgress, retryPrinter, type Progress } from '../output/progress';
import { safeText } from '../output/safe-text';
import { write } from '../output/write';
import { AtomicFile } from './atomic-file';

type Format = NonNullable<ExportFileQuery['format']>;

export interface ExportFlags extends FilterFlags {
  readonly format?: Format;
  readonly bom?: boolean;
  readonly output?: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
};

export async function exportFile(cli: Cli, flags: ExportFlags): Promise<void> {
  const progress = createProgress(cli.context, cli.options);
  try {
    const { output } = flags;
    if (output === undefined || output === '-') await exportToStdout(cli, flags, progress);
    else await exportToFile(cli, { ...flags, output }, progress);
  } finally {
    progress.clear();
  }
}

async function exportToStdout(cli: Cli, flags: ExportFlags, progress: Progress): Promise<void> {
  const { stdout } = cli.context;
  if (!stdout.isTTY) {
    await download(cli, flags, progress, (chunk) => write(stdout, chunk));
    return;
  }
  // Escape control characters for the terminal. Show no progress line, because it would mix with the output.
  const decoder = new TextDecoder();
  const clearOnly: Progress = { show: () => undefined, clear: () => progress.clear() };
  await download(cli, flags, clearOnly, (chunk) =>
    write(stdout, safeText(decoder.decode(chunk, { stream: true }))),
  );
}

async function exportToFile(
  cli: Cli,
  flags: ExportFlags & { output: string },
  progress: Progress,
): Promise<void> {
  const { output } = flags;
  const format = flags.format ?? formatByExtension(output);
  const file = await AtomicFile.open(output);
  try {
    const size = await download(cli, { ...flags, format }, progress, (chunk) => file.write(chunk));
    await file.finish();
    progress.clear();
    if (cli.options.json)
      await write(cli.context.stdout, jsonText({ file: output, bytes: size }, cli.context.stdout));
    else printNote(cli, `${output}: ${formatBytes(size)}`);
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** @throws CliError for an unknown extension */
function formatByExtension(name: string): Format | undefined {
  const extension = extname(name).toLowerCase();
  const format = FORMATS[extension];
  if (extension === '' || format) return format;
  throw new CliError(
    'Unknown file extension',
    EXIT.usage,
    `Use ${Object.keys(FORMATS).join(', ')}, or pass --format for any file name.`,
  );
}

/** Downloads the export and returns its size in bytes. */
async function download(
  cli: Cli,
  flags: ExportFlags,
  progress: Progress,
  writeChunk: (chunk: Uint8Array) => Promise<void>,
): Promise<number> {
  const { context } = cli;
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const { format, bom } = flags;
  const body = await client.exportFile({ ...toFilters(flags), format, bom });
  const startedAt = context.now().getTime();
  let size = 0;
  for await (const chunk of readChunks(body, context.signal)) {
    await writeChunk(chunk);
    size += chunk.length;
    progress.show(() => {
      const seconds = Math.max(0.1, (context.now().getTime() - startedAt) / 1000);
      return `${formatBytes(size)}, ${formatBytes(Math.round(size / seconds))}/s`;
    });
  }
  return size;
}

/** @throws CliError if the download is interrupted */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        signal.throwIfAborted();
        throw new CliError('Download interrupted: the file is incomplete', EXIT.unavailable, 'Try again.');
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
