import { BATCH_MAX } from '@libs/feedback';
import { FeedbackApiError, type BatchAnswer, type BatchResult, type BatchUpdate } from '@libs/api-client';
import type { Cli } from '../cli';
import { exitCodeOf } from '../errors';
import { CliError } from '../exit-codes';
import { jsonText } from '../output/json';
import { bar, counted, progressOn, toldBy } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { suffixed } from '../items/idempotency-keys';
import { isRefusal, showDone, tellHowFar } from '../items/result';
import { showPreview } from './preview';

export interface UpdatesOptions {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** In requests of 100, each of which does all of its updates or none, in their order; a failure ends it. */
export async function applyUpdates(
  cli: Cli,
  updates: readonly BatchUpdate[],
  options: UpdatesOptions = {},
): Promise<void> {
  const progress = progressOn(cli.context, cli.options);
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  const chunks = chunksOf(updates);
  const answers: BatchResult[] = [];
  let done = 0;
  try {
    for (const [at, chunk] of chunks.entries()) {
      const idempotencyKey = suffixed(options.idempotencyKey, at, chunks.length);
      answers.push(await client.batch(chunk, { dryRun: options.dryRun, idempotencyKey }));
      done += chunk.length;
      if (chunks.length > 1) progress.show(() => `${bar(done, updates.length)} ${done} of ${updates.length}`);
    }
  } catch (error) {
    progress.clear();
    if (chunks.length > 1) tellHowFar(cli, howFar(done, updates, error));
    throw cli.options.json ? error : withIds(error, chunks[answers.length] ?? []);
  } finally {
    progress.clear();
    if (answers.length > 0) await show(cli, answers, options);
  }
}

/** A list that is empty is sent as it is, so that the service says what it says to that. */
function chunksOf<T>(all: readonly T[]): (readonly T[])[] {
  const count = Math.max(1, Math.ceil(all.length / BATCH_MAX));
  return Array.from({ length: count }, (_, at) => all.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX));
}

function merged(answers: readonly BatchResult[]): BatchAnswer {
  const { dry_run } = answers[0]!;
  return {
    data: answers.flatMap(({ data }) => data),
    changed: answers.flatMap(({ changed }) => changed),
    ...(dry_run && { dry_run }),
  };
}

async function show(cli: Cli, answers: readonly BatchResult[], options: UpdatesOptions): Promise<void> {
  const { stdout } = cli.context;
  const outcome = merged(answers);
  if (cli.options.json) await write(stdout, jsonText(outcome, stdout));
  else if (options.dryRun) await showPreview(cli, outcome);
  else await showDone(cli, updatedText(answers, options), outcome.data);
}

/** A response replayed for a key from the command line is that of an earlier command: this one changed nothing. */
function updatedText(answers: readonly BatchResult[], { idempotencyKey }: UpdatesOptions): string {
  const isEarlier = ({ replayed }: BatchResult) => replayed && idempotencyKey !== undefined;
  const all = answers.flatMap(({ data }) => data).length;
  const updated = answers.flatMap((answer) => (isEarlier(answer) ? [] : answer.changed)).length;
  const items = counted(all, 'item');
  return updated === all ? `Updated ${items}` : `Updated ${updated} of ${items}; the others did not change`;
}

/** The service counts from the first of its hundred, which says little to whoever sent ids. */
function withIds(error: unknown, chunk: readonly BatchUpdate[]): unknown {
  const details = error instanceof FeedbackApiError ? error.details : [];
  const lines = details.flatMap(({ param, message }) => {
    const id = chunk[Number(/^updates\[(\d+)\]/.exec(param ?? '')?.[1])]?.id;
    return typeof id === 'string' ? [`  ${safeLine(id)}: ${safeLine(message)}`] : [];
  });
  if (chunk.length < 2 || lines.length === 0) return error;
  const exitCode = exitCodeOf(error as FeedbackApiError);
  return new CliError(`None of these ${chunk.length} items was changed`, exitCode, lines.join('\n'));
}

function howFar(done: number, updates: readonly BatchUpdate[], error: unknown): string {
  const last = Math.min(done + BATCH_MAX, updates.length);
  const those = `items ${done + 1} to ${last}`;
  const failed = isRefusal(error) ? `${those} were refused` : `whether ${those} are is not known`;
  const rest = last < updates.length ? `, and those that follow were not sent` : '';
  return `${done} of ${counted(updates.length, 'item')} are done, ${failed}${rest}. The same again does no harm.`;
}
