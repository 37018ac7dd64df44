import type { BatchUpdate } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { applyUpdates } from './apply-updates';
import { fieldsOf, type FieldFlags } from '../items/fields';
import { assertId, idsIn, unique } from '../items/ids';
import { textFrom, valuesIn } from '../items/standard-input';
import { note } from '../items/note';

export interface BatchFlags extends FieldFlags {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

interface Body {
  readonly updates: readonly BatchUpdate[];
  readonly dryRun?: boolean;
}

const SEE = 'See `feedback batch --help`.';

export async function batch(cli: Cli, ids: readonly string[], flags: BatchFlags): Promise<void> {
  const { idempotencyKey } = flags;
  const body = await bodyOf(cli, ids, flags);
  if (!body) return note(cli, 'No ids: nothing to change');
  const { updates, dryRun } = body;
  await applyUpdates(cli, updates, { dryRun: flags.dryRun || dryRun, idempotencyKey });
}

/** One change for many ids, or a change of its own for each; null where a list of ids is empty, as a filter's may be. */
async function bodyOf({ context }: Cli, args: readonly string[], flags: BatchFlags): Promise<Body | null> {
  const idsArePiped = args.length === 0;
  if (idsArePiped && flags.description === '-')
    throw new CliError('Standard input is either the ids or the description', EXIT.usage, SEE);
  const change = await fieldsOf(context, flags);
  if (!change && !idsArePiped)
    throw new CliError('What is to change? Give --status, --title or --description', EXIT.usage, SEE);
  if (idsArePiped && context.stdin.isTTY)
    throw new CliError('Give ids, or send them or JSON to standard input', EXIT.usage, SEE);
  if (!change) return updatesIn(await textFrom(context, 'JSON'));
  const ids = idsArePiped ? idsIn(await textFrom(context, 'ids')) : unique(args.map(assertId));
  return ids.length === 0 ? null : { updates: ids.map((id) => ({ ...change, id })) };
}

/** The body of the API's batch, or its updates as a JSON array or line by line. */
function updatesIn(text: string): Body {
  const { isOne, values } = valuesIn(text);
  const [first] = values;
  const isBody = isOne && typeof first === 'object' && first !== null && 'updates' in first;
  const body = isBody ? bodyIn(first as Record<string, unknown>) : { updates: values as BatchUpdate[] };
  assertNoneTwice(body.updates);
  return body;
}

function bodyIn({ updates, dry_run: dryRun = false, ...more }: Record<string, unknown>): Body {
  if (!Array.isArray(updates)) throw new CliError('Field must be an array: updates', EXIT.invalid, SEE);
  if (typeof dryRun !== 'boolean') throw new CliError('Field must be a boolean: dry_run', EXIT.invalid);
  if (Object.keys(more).length > 0)
    throw new CliError('Beside updates and dry_run a batch has no fields', EXIT.invalid, SEE);
  return { updates: updates as BatchUpdate[], dryRun };
}

/** The service sees one request at a time, and would not notice. */
function assertNoneTwice(updates: readonly Partial<BatchUpdate>[]): void {
  const seen = new Set<string>();
  for (const [at, update] of updates.entries()) {
    const id = typeof update?.id === 'string' ? update.id.toLowerCase() : null;
    if (id !== null && seen.has(id))
      throw new CliError(`Duplicate id in batch: updates[${at}].id`, EXIT.invalid);
    if (id !== null) seen.add(id);
  }
}
