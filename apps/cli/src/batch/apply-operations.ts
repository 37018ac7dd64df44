import type { BatchOperation, BatchOperationsResult } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printNote } from '../items/note';
import { jsonText } from '../output/json';
import { createProgress, formatCount, retryPrinter } from '../output/progress';
import { write } from '../output/write';
import type { ApplyOptions } from './apply-updates';

interface OperationOptions extends ApplyOptions {
  readonly yes?: boolean;
}

/** Sends all operations in one request, so that all or none apply. */
export async function applyOperations(
  cli: Cli,
  operations: readonly BatchOperation[],
  { yes, ...options }: OperationOptions,
): Promise<void> {
  if (!yes && !options.dryRun) assertDeletionConfirmed(operations);
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const { replayed: _, ...outcome } = await client
    .batch({ operations }, options)
    .finally(() => progress.clear());
  const { stdout } = cli.context;
  if (cli.options.json) return write(stdout, jsonText(outcome, stdout));
  await write(stdout, outcome.results.map(({ id, result }) => `${id}\t${result}\n`).join(''));
  printNote(cli, summaryOf(outcome.results) + (options.dryRun ? '; nothing was written' : ''));
}

/** The operations come from standard input, so nothing can be asked. */
function assertDeletionConfirmed(operations: readonly Partial<BatchOperation>[]): void {
  const deletions = operations.filter((line) => line?.method === 'delete').length;
  if (deletions > 0)
    throw new CliError(
      `Deleting ${formatCount(deletions, 'item')} from standard input requires --yes`,
      EXIT.usage,
    );
}

const RESULTS = ['created', 'updated', 'unchanged', 'deleted'] as const;

/** `2 items created, 1 item deleted` */
function summaryOf(results: BatchOperationsResult['results']): string {
  const counts = RESULTS.flatMap((name) => {
    const count = results.filter(({ result }) => result === name).length;
    return count > 0 ? [`${formatCount(count, 'item')} ${name}`] : [];
  });
  return counts.join(', ');
}
