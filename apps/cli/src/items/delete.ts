import { FeedbackApiError } from '@libs/api-client';
import type { Cli } from '../cli';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { canConfirm, confirm } from '../output/confirm';
import { jsonText } from '../output/json';
import { progressBar, formatCount, formatPart, createProgress, retryPrinter } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { assertExternalId, assertId, parseExternalIds, parseIds, uniqueIds } from './ids';
import { readStdin } from './standard-input';
import { printNote } from './note';
import { printPartialResult } from './result';
import { toEtag } from './etag';

export interface DeleteFlags {
  readonly external?: boolean;
  readonly ifMatch?: string;
  readonly yes?: boolean;
}

export async function deleteItems(cli: Cli, args: readonly string[], flags: DeleteFlags): Promise<void> {
  const ids = await readIds(cli.context, args, flags);
  if (ids.length === 0) printNote(cli, 'No IDs: nothing to delete');
  if (ids.length > 1 && flags.ifMatch !== undefined)
    throw new CliError('--if-match requires exactly one ID', EXIT.usage);
  if (ids.length > 0 && !flags.yes) await assertConfirmed(cli.context, ids.length, args.length === 0);
  const { deleted, missing } = await deleteEach(cli, ids, flags);
  const { stdout } = cli.context;
  if (cli.options.json) await write(stdout, jsonText({ deleted, not_found: missing }, stdout));
  else if (deleted.length > 0) printNote(cli, `Deleted ${formatCount(deleted.length, 'item')}`);
  if (missing.length > 0) throw missingError(missing, ids.length);
}

async function readIds(
  context: Context,
  args: readonly string[],
  { external }: DeleteFlags,
): Promise<readonly string[]> {
  if (args.length > 0)
    return external ? [...new Set(args.map(assertExternalId))] : uniqueIds(args.map(assertId));
  if (context.stdin.isTTY)
    throw new CliError('Pass the IDs of the items to delete', EXIT.usage, 'See `feedback delete --help`.');
  const text = await readStdin(context, 'IDs');
  return external ? parseExternalIds(text) : parseIds(text);
}

/**
 * Asks for confirmation on a terminal. Without a terminal, only a single item given as an argument needs no `--yes`.
 * @throws CliError if `--yes` is missing or the user declines
 */
async function assertConfirmed(context: Context, count: number, isPiped: boolean): Promise<void> {
  const itemsText = formatCount(count, 'item');
  if (canConfirm(context)) {
    if (!(await confirm(context, `Delete ${itemsText} permanently?`)))
      throw new CliError('Nothing was deleted', EXIT.failure);
  } else if (count > 1 || isPiped)
    throw new CliError(`Deleting ${itemsText} without a terminal requires --yes`, EXIT.usage);
}

interface DeletionResult {
  readonly deleted: readonly string[];
  readonly missing: readonly string[];
}

async function deleteEach(cli: Cli, ids: readonly string[], flags: DeleteFlags): Promise<DeletionResult> {
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const items = flags.external ? client.external : client;
  const ifMatch = toEtag(flags.ifMatch);
  const deleted: string[] = [];
  const missing: string[] = [];
  try {
    for (const [at, id] of ids.entries()) {
      if (ids.length > 1) progress.show(() => `${progressBar(at, ids.length)} ${at} of ${ids.length}`);
      const wasDeleted = await items.delete(id, { ifMatch }).then(() => true, falseIfMissing);
      (wasDeleted ? deleted : missing).push(id);
    }
    return { deleted, missing };
  } catch (error) {
    progress.clear();
    const next = ids[deleted.length + missing.length]!;
    if (ids.length > 1)
      printPartialResult(
        cli,
        `Deleted ${formatPart(deleted.length, ids.length, 'item')}; stopped at ${safeLine(next)}:`,
      );
    throw error;
  } finally {
    progress.clear();
  }
}

function falseIfMissing(error: unknown): false {
  if (error instanceof FeedbackApiError && error.code === 'feedback_not_found') return false;
  throw error;
}

function missingError(missing: readonly string[], total: number): CliError {
  const message =
    total === 1 ? 'Feedback item not found' : `${formatPart(missing.length, total, 'item')} not found`;
  return new CliError(message, EXIT.notFound, total === 1 ? undefined : missing.map(safeLine).join('\n'));
}
