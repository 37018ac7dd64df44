import {
  assertFewDuplicates,
  assertVersion,
  changesTags,
  merged,
  noticesOf,
  plannedMerge,
  type Feedback,
  type GroupState,
  type MergeRevision,
  type RequestTotals,
  type RevisedItems,
} from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { SendStatement } from '../idempotency/run-once';
import { holdMessages } from '../status-messages/hold-messages';
import { sortByIds } from '../batch/sort-by-ids';
import type { FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';
import { lockTagsStatement } from '../tags/tag.sql';
import {
  changeAllStatement,
  duplicatesStatement,
  lockGroupsStatement,
  namedStatement,
  totalsStatement,
  type DuplicateRow,
  type TotalsRow,
} from './merge.sql';

/**
 * Items per statement. PostgreSQL can't estimate how many there are, and uses nested loops: their time grows with the
 * square, and 10,000 items took longer than a statement may.
 */
const CHUNK_SIZE = 500;

interface MergeRequest extends Omit<MergeRevision, 'by'> {
  /** Required if an update asks for a message about status. */
  readonly by?: MergeRevision['by'];
  readonly isDryRun?: boolean;
}

/**
 * Applies `merged` in a transaction. First it takes the lock of the account's groups, so that the groups that the next
 * statements read stay as they are. Then it locks the items that others can change meanwhile; merged items can't.
 */
export async function mergeItems(
  send: SendStatement,
  accountId: string,
  { updates, at, by, expected = 'any', isDryRun = false, pathOf }: MergeRequest,
): Promise<RevisedItems> {
  const named = [...new Set(updates.flatMap(({ id, merged_into: target }) => [id, target ?? id]))];
  if (!isDryRun) await send(lockGroupsStatement(accountId));
  // An item keeps tags whose names are read first: none may be renamed until the item is written.
  if (!isDryRun && updates.some(changesTags)) await send(lockTagsStatement(accountId));
  const { rows } = await send<NamedRow>(namedStatement(accountId, named.filter(isUuid), isDryRun));
  const items = await itemsOf(send, accountId, rows as readonly unknown[] as FeedbackRow[]);
  const ids = updates.map(({ id }) => id);
  const before = sortByIds(ids, items);
  if (before.includes(null)) return { before, after: [] };
  assertVersion(before[0]!, expected);
  assertFewDuplicates(updates, items, pathOf);
  const members = await membersOf(
    send,
    accountId,
    items.map((item, i) => ({ ...item, merged_via: rows[i]!.at(-1) as string | null })),
  );
  const plan = plannedMerge({ updates, at, before: before as readonly Feedback[], members, pathOf });
  const { after, changes } = merged(plan, await totalsOf(send, accountId, plan.groups));
  for (let i = 0; !isDryRun && i < changes.length; i += CHUNK_SIZE) {
    await send(changeAllStatement(accountId, changes.slice(i, i + CHUNK_SIZE), at));
  }
  if (by && !isDryRun) await holdMessages(send, accountId, noticesOf(updates, { before, after }), { by, at });
  return { before, after };
}

type NamedRow = [...FeedbackRow, merged_via: string | null];

/** Returns the named items and every item of their groups. */
async function membersOf(
  send: SendStatement,
  accountId: string,
  named: readonly GroupState[],
): Promise<readonly GroupState[]> {
  const targets = named.filter(({ duplicate_count }) => duplicate_count > 0).map(({ id }) => id);
  if (targets.length === 0) return named;
  const known = new Set(named.map(({ id }) => id));
  const { rows: duplicates } = await send<DuplicateRow>(duplicatesStatement(accountId, targets));
  const others = duplicates
    .filter(([id]) => !known.has(id))
    .map(([id, merged_into, merged_via, request_count, request_value, unconfirmed_votes]): GroupState => {
      const counts = { duplicate_count: 0, request_count, request_value, unconfirmed_votes };
      return { id, merged_into, merged_via, ...counts };
    });
  return [...named, ...others];
}

async function totalsOf(
  send: SendStatement,
  accountId: string,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, RequestTotals>> {
  if (groups.size === 0) return new Map();
  const { rows } = await send<TotalsRow>(totalsStatement(accountId, groups));
  return new Map(rows.map(([id, request_count, request_value]) => [id, { request_count, request_value }]));
}
