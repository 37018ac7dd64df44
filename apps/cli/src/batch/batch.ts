import type { BatchUpdate } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { applyUpdates } from './apply-updates';
import { assertTagsConfirmed } from './confirm-tags';
import { readFields, type FieldFlags } from '../items/fields';
import { assertId, parseIds, uniqueIds } from '../items/ids';
import { readStdin, parseJsonValues } from '../items/standard-input';
import { printNote } from '../items/note';

export interface BatchFlags extends FieldFlags {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly yes?: boolean;
}

interface BatchBody {
  readonly updates: readonly BatchUpdate[];
  readonly dryRun?: boolean;
}

const SEE_HELP = 'See `feedback batch --help`.';

export async function batch(cli: Cli, ids: readonly string[], flags: BatchFlags): Promise<void> {
  const { idempotencyKey } = flags;
  const body = await readBody(cli, ids, flags);
  if (!body) return printNote(cli, 'No IDs: nothing to update');
  const { updates, dryRun } = body;
  await applyUpdates(cli, updates, { dryRun: flags.dryRun || dryRun, idempotencyKey });
}

/** Reads one change for many IDs, or a change per ID. Returns null for an empty list of IDs. */
async function readBody(
  { context }: Cli,
  args: readonly string[],
  flags: BatchFlags,
): Promise<BatchBody | null> {
  const idsArePiped = args.length === 0;
  if (idsArePiped && flags.description === '-')
    throw new CliError('Standard input cannot be both the IDs and the description', EXIT.usage, SEE_HELP);
  const change = await readFields(context, flags);
  if (!change && !idsArePiped)
    throw new CliError('Nothing to update: pass a flag such as --status or --add-tags', EXIT.usage, SEE_HELP);
  if (idsArePiped && context.stdin.isTTY)
    throw new CliError('Pass IDs, or pipe IDs or JSON to standard input', EXIT.usage, SEE_HELP);
  if (!change) return parseUpdates(await readStdin(context, 'JSON'));
  const ids = idsArePiped ? parseIds(await readStdin(context, 'IDs')) : uniqueIds(args.map(assertId));
  if (!flags.yes && !flags.dryRun) await assertTagsConfirmed(context, change, ids.length);
  return ids.length === 0 ? null : { updates: ids.map((id) => ({ ...change, id })) };
}

/** Parses the API's batch body, a JSON array of updates, or one update per line. */
function parseUpdates(text: string): BatchBody {
  const { isOne, values } = parseJsonValues(text);
  const [first] = values;
  const isBody = isOne && typeof first === 'object' && first !== null && 'updates' in first;
  const body = isBody ? parseBody(first as Record<string, unknown>) : { updates: values as BatchUpdate[] };
  assertUniqueIds(body.updates);
  return body;
}

function parseBody({
  updates,
  dry_run: dryRun = false,
  ...unknownFields
}: Record<string, unknown>): BatchBody {
  if (!Array.isArray(updates)) throw new CliError('Field must be an array: updates', EXIT.invalid, SEE_HELP);
  if (typeof dryRun !== 'boolean') throw new CliError('Field must be a boolean: dry_run', EXIT.invalid);
  if (Object.keys(unknownFields).length > 0)
    throw new CliError('Unknown field: a batch has only updates and dry_run', EXIT.invalid, SEE_HELP);
  return { updates: updates as BatchUpdate[], dryRun };
}

/** Checks across requests: the service finds duplicates only within one request. */
function assertUniqueIds(updates: readonly Partial<BatchUpdate>[]): void {
  const seen = new Set<string>();
  for (const [at, update] of updates.entries()) {
    const id = typeof update?.id === 'string' ? update.id.toLowerCase() : null;
    if (id !== null && seen.has(id))
      throw new CliError(`Duplicate id in batch: updates[${at}].id`, EXIT.invalid);
    if (id !== null) seen.add(id);
  }
}
