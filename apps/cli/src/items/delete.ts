import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { FeedbackApiError } from '@libs/api-client';
import type { Cli } from '../cli';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { bar, counted, progressOn, toldBy } from '../output/progress';
import { write } from '../output/write';
import { assertId, idsIn, unique } from './ids';
import { textFrom } from './standard-input';
import { note } from './note';
import { tellHowFar } from './result';
import { ifMatchOf } from './etag';

export interface DeleteFlags {
  readonly ifMatch?: string;
  readonly yes?: boolean;
}

export async function remove(cli: Cli, args: readonly string[], flags: DeleteFlags): Promise<void> {
  const ids = await idsOf(cli.context, args);
  if (ids.length === 0) note(cli, 'No ids: nothing to delete');
  if (ids.length > 1 && flags.ifMatch !== undefined)
    throw new CliError('--if-match is about one item: give one id', EXIT.usage);
  if (ids.length > 0 && !flags.yes) await confirm(cli.context, ids.length, args.length === 0);
  const { deleted, missing } = await removeEach(cli, ids, ifMatchOf(flags.ifMatch));
  const { stdout } = cli.context;
  if (cli.options.json) await write(stdout, jsonText({ deleted, not_found: missing }, stdout));
  else if (deleted.length > 0) note(cli, `Deleted ${counted(deleted.length, 'item')}`);
  if (missing.length > 0) throw notThere(missing, ids.length);
}

async function idsOf(context: Context, args: readonly string[]): Promise<readonly string[]> {
  if (args.length > 0) return unique(args.map(assertId));
  if (context.stdin.isTTY)
    throw new CliError('Give the ids of what to delete', EXIT.usage, 'See `feedback delete --help`.');
  return idsIn(await textFrom(context, 'ids'));
}

/**
 * Asks on a terminal. Elsewhere only one item that the command line names can be deleted without `--yes`.
 * @throws CliError where `--yes` is missing, and when the answer is no
 */
async function confirm({ stdin, stderr, signal }: Context, count: number, isPiped: boolean): Promise<void> {
  const what = counted(count, 'item');
  if (!stdin.isTTY || !stderr.isTTY) {
    if (count === 1 && !isPiped) return;
    throw new CliError(`Deleting ${what} needs --yes where nobody can be asked`, EXIT.usage);
  }
  stderr.write(`Delete ${what} permanently? [y/N] `);
  const lines = createInterface({ input: stdin });
  const ended = once(lines, 'close', { signal }).then(() => ['']);
  const [answer] = (await Promise.race([once(lines, 'line', { signal }), ended])) as [string];
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was deleted', EXIT.failure);
}

interface Removed {
  readonly deleted: readonly string[];
  readonly missing: readonly string[];
}

async function removeEach(cli: Cli, ids: readonly string[], ifMatch: string | undefined): Promise<Removed> {
  const progress = progressOn(cli.context, cli.options);
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  const deleted: string[] = [];
  const missing: string[] = [];
  try {
    for (const [at, id] of ids.entries()) {
      if (ids.length > 1) progress.show(() => `${bar(at, ids.length)} ${at} of ${ids.length}`);
      const isThere = await client.delete(id, { ifMatch }).then(() => true, orMissing);
      (isThere ? deleted : missing).push(id);
    }
    return { deleted, missing };
  } catch (error) {
    progress.clear();
    const next = ids[deleted.length + missing.length]!;
    if (ids.length > 1) tellHowFar(cli, `Deleted ${deleted.length} of ${ids.length}; it ended at ${next}:`);
    throw error;
  } finally {
    progress.clear();
  }
}

function orMissing(error: unknown): false {
  if (error instanceof FeedbackApiError && error.code === 'feedback_not_found') return false;
  throw error;
}

function notThere(missing: readonly string[], of: number): CliError {
  const what = of === 1 ? 'Feedback item not found' : `${missing.length} of ${of} were not there`;
  return new CliError(what, EXIT.notFound, of === 1 ? undefined : missing.join('\n'));
}
