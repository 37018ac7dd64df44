import type { BatchOperation, BatchUpdate } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { applyOperations } from './apply-operations';
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

type BatchBody = { readonly dryRun?: boolean } & (
  | { readonly updates: readonly BatchUpdate[] }
  | { readonly operations: readonly BatchOperation[] }
);

const SEE_HELP = 'See `feedback batch --help`.';

export async function batch(cli: Cli, ids: readonly string[], flags: BatchFlags): Promise<void> {
  const { idempotencyKey } = flags;
  const body = await readBody(cli, ids, flags);
  if (!body) return printNote(cli, 'No IDs: nothing to update');
  const options = { dryRun: flags.dryRun || body.dryRun, idempotencyKey };
  if ('updates' in body) await applyUpdates(cli, body.updates, options);
  else await applyOperations(cli, body.operations, { ...options, yes: flags.yes });
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
  if (!change) return parseLines(await readStdin(context, 'JSON'));
  const ids = idsArePiped ? parseIds(await readStdin(context, 'IDs')) : uniqueIds(args.map(assertId));
  if (!flags.yes && !flags.dryRun) await assertTagsConfirmed(context, change, ids.length);
  return ids.length === 0 ? null : { updates: ids.map((id) => ({ ...change, id })) };
}

/** Parses the API's batch body, a JSON array of lines, or one per line. Lines with a method are operations. */
function parseLines(text: string): BatchBody {
  const { isOne, values } = parseJsonValues(text);
  const [first] = values;
  const isBody = isOne && isObject(first) && ('updates' in first || 'operations' in first);
  const body = isBody ? parseBody(first) : bodyOf(values);
  if ('updates' in body) assertUniqueIds(body.updates);
  return body;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const bodyOf = (values: readonly unknown[]): BatchBody =>
  values.some((line) => isObject(line) && 'method' in line)
    ? { operations: values as BatchOperation[] }
    : { updates: values as BatchUpdate[] };

function parseBody({ dry_run: dryRun = false, ...lists }: Record<string, unknown>): BatchBody {
  if (typeof dryRun !== 'boolean') throw new CliError('Field must be a boolean: dry_run', EXIT.invalid);
  const [name, ...more] = Object.keys(lists);
  if (more.length > 0)
    throw new CliError(
      'Unknown field: a batch has updates or operations, and dry_run',
      EXIT.invalid,
      SEE_HELP,
    );
  const lines = lists[name!];
  if (!Array.isArray(lines)) throw new CliError(`Field must be an array: ${name}`, EXIT.invalid, SEE_HELP);
  return name === 'updates'
    ? { updates: lines as BatchUpdate[], dryRun }
    : { operations: lines as BatchOperation[], dryRun };
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
