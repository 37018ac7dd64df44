import { FeedbackApiError, FeedbackNetworkError, type Feedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { write } from '../output/write';
import { printNote } from './note';
import { rowsForOutput } from './rows';

/** With more rows than this, a terminal shows only the summary. */
const TERMINAL_ROWS_MAX = 20;

/** Prints the rows of the items and a summary. On a terminal, omits the rows if there are too many. */
export async function showResult(cli: Cli, text: string, items: readonly Feedback[]): Promise<void> {
  const { stdout } = cli.context;
  if (!stdout.isTTY || items.length <= TERMINAL_ROWS_MAX)
    await write(stdout, items.map(rowsForOutput(cli).line).join(''));
  printNote(cli, text);
}

/** Prints what was done before an error, ahead of the error itself. */
export function printPartialResult({ context, options }: Cli, text: string): void {
  if (!options.json) context.stderr.write(`${text}\n`);
}

/** True if the service rejected the request or it was not sent. After other errors, it may have been applied. */
export const isRejected = (error: unknown): boolean =>
  error instanceof FeedbackApiError
    ? error.status < 500
    : error instanceof FeedbackNetworkError && !error.wasSent;
