import { FeedbackApiError, FeedbackNetworkError, type Feedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { write } from '../output/write';
import { printNote } from './note';
import { rowsForOutput } from './rows';

/** More rows than these nobody reads on a terminal. */
const TERMINAL_ROWS_MAX = 20;

/** Says what became of items: their rows, on a terminal no more of them than can be read, and the text. */
export async function showResult(cli: Cli, text: string, items: readonly Feedback[]): Promise<void> {
  const { stdout } = cli.context;
  if (!stdout.isTTY || items.length <= TERMINAL_ROWS_MAX)
    await write(stdout, items.map(rowsForOutput(cli).line).join(''));
  printNote(cli, text);
}

/** Said before the error that ended it, so that nobody has to guess what is done. */
export function printPartialResult({ context, options }: Cli, text: string): void {
  if (!options.json) context.stderr.write(`${text}\n`);
}

/** Whether the service said no, or nothing was sent; after anything else it may have been done all the same. */
export const isRejected = (error: unknown): boolean =>
  error instanceof FeedbackApiError
    ? error.status < 500
    : error instanceof FeedbackNetworkError && !error.wasSent;
