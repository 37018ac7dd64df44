import { BATCH_MAX } from '@libs/feedback';
import { FeedbackApiError, type BatchResponse, type BatchResult, type BatchUpdate } from '@libs/api-client';
import type { Cli } from '../cli';
import { exitCodeFor } from '../errors';
import { CliError } from '../exit-codes';
import { jsonText } from '../output/json';
import {
  progressBar,
  formatCount,
  formatNumber,
  formatPart,
  createProgress,
  retryPrinter,
} from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { withSuffix } from '../items/idempotency-keys';
import { isRejected, showResult, printPartialResult } from '../items/result';
import { showPreview } from './preview';

export interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** Sends up to 100 updates per request, in order. Each request applies all or none; the first error stops. */
export async function applyUpdates(
  cli: Cli,
  updates: readonly BatchUpdate[],
  options: ApplyOptions = {},
): Promise<void> {
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const chunks = chunksOf(updates);
  const results: BatchResult[] = [];
  let done = 0;
  try {
    for (const [at, chunk] of chunks.entries()) {
      const idempotencyKey = withSuffix(options.idempotencyKey, at, chunks.length);
      results.push(await client.batch(chunk, { dryRun: options.dryRun, idempotencyKey }));
      done += chunk.length;
      if (chunks.length > 1)
        progress.show(() => `${progressBar(done, updates.length)} ${done} of ${updates.length}`);
    }
  } catch (error) {
    progress.clear();
    if (chunks.length > 1) printPartialResult(cli, partialResultText(done, updates, error));
    throw cli.options.json ? error : errorWithIds(error, chunks[results.length] ?? []);
  } finally {
    progress.clear();
    if (results.length > 0) await showResults(cli, results, options);
  }
}

/** Returns one empty chunk for an empty list, so that the service reports the error. */
function chunksOf<T>(all: readonly T[]): (readonly T[])[] {
  const count = Math.max(1, Math.ceil(all.length / BATCH_MAX));
  return Array.from({ length: count }, (_, at) => all.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX));
}

function mergeResults(results: readonly BatchResult[]): BatchResponse {
  const { dry_run, recipients } = results[0]!;
  return {
    data: results.flatMap(({ data }) => data),
    changed: results.flatMap(({ changed }) => changed),
    ...(dry_run && { dry_run }),
    // Of several requests, a sum would count people twice.
    ...(recipients !== undefined && results.length === 1 && { recipients }),
  };
}

async function showResults(cli: Cli, results: readonly BatchResult[], options: ApplyOptions): Promise<void> {
  const { stdout } = cli.context;
  const outcome = mergeResults(results);
  if (cli.options.json) await write(stdout, jsonText(outcome, stdout));
  else if (options.dryRun) await showPreview(cli, outcome);
  else await showResult(cli, updatedText(results, options), outcome.data);
}

/** A response replayed for `--idempotency-key` belongs to an earlier command, so its changes don't count. */
function updatedText(results: readonly BatchResult[], { idempotencyKey }: ApplyOptions): string {
  const isReplayedForKey = ({ replayed }: BatchResult) => replayed && idempotencyKey !== undefined;
  const total = results.flatMap(({ data }) => data).length;
  const updated = results.flatMap((result) => (isReplayedForKey(result) ? [] : result.changed)).length;
  return updated === total
    ? `Updated ${formatCount(total, 'item')}`
    : `Updated ${formatPart(updated, total, 'item')}; the others did not change`;
}

/** Replaces `updates[i]`, which is relative to the request, with the ID of the item. */
function errorWithIds(error: unknown, chunk: readonly BatchUpdate[]): unknown {
  const details = error instanceof FeedbackApiError ? error.details : [];
  const lines = details.flatMap(({ param, message }) => {
    const id = chunk[Number(/^updates\[(\d+)\]/.exec(param ?? '')?.[1])]?.id;
    return typeof id === 'string' ? [`  ${safeLine(id)}: ${safeLine(message)}`] : [];
  });
  if (chunk.length < 2 || lines.length === 0) return error;
  const exitCode = exitCodeFor(error as FeedbackApiError);
  return new CliError(`None of these ${chunk.length} items were updated`, exitCode, lines.join('\n'));
}

function partialResultText(done: number, updates: readonly BatchUpdate[], error: unknown): string {
  const last = Math.min(done + BATCH_MAX, updates.length);
  const isOne = last === done + 1;
  const range = `${isOne ? 'item' : `items ${formatNumber(done + 1)} to`} ${formatNumber(last)}`;
  const failureText = isRejected(error)
    ? `${range} ${isOne ? 'was' : 'were'} rejected`
    : `the result of ${range} is unknown`;
  const restText = last < updates.length ? `; later items were not sent` : '';
  return `${formatPart(done, updates.length, 'item')} are done; ${failureText}${restText}. It is safe to run the command again.`;
}
