import { takesBack, type ChangedStatus, type Status } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import { rowsOf } from '../connection/array-rows';

/** A change of the status of an item that was published. */
export interface PublishedChange {
  readonly accountId: string;
  readonly itemId: string;
  /** Position of its entry in the history. */
  readonly position: string;
}

/** Changes of the status since the first one of each item ($1 accounts, $2 items, $3 positions), and the one before. */
const READ = `
  SELECT entry.account_id, entry.item_id, position::text, actor, at, status_from, status_to, age_seconds IS NULL, is_first
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS change (account_id, item_id, since)
  CROSS JOIN LATERAL (
    SELECT * FROM feedback_history entry
    WHERE entry.account_id = change.account_id AND entry.item_id = change.item_id AND status_to IS NOT NULL
      AND position >= coalesce((
        SELECT position FROM feedback_history older
        WHERE older.account_id = change.account_id AND older.item_id = change.item_id AND older.status_to IS NOT NULL
          AND older.position < since ORDER BY position DESC LIMIT 1), since)
  ) entry
  ORDER BY entry.account_id, entry.item_id, entry.position`;

type Row = [
  accountId: string,
  itemId: string,
  position: string,
  actor: string,
  at: Instant,
  from: Status,
  to: Status,
  isUndone: boolean,
  isFirst: boolean,
];

interface Entry extends PublishedChange, ChangedStatus {
  isUndone: boolean;
  isFirst: boolean;
}

/** Of entries ($1 accounts, $2 items, $3 positions): whether they do not count ($4), and are the first change ($5). */
const MARK = `
  UPDATE feedback_history entry
  SET age_seconds = CASE WHEN NOT mark.is_undone THEN age_seconds END, is_first = mark.is_first
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::boolean[])
    AS mark (account_id, item_id, position, is_undone, is_first)
  WHERE entry.account_id = mark.account_id AND entry.item_id = mark.item_id AND entry.position = mark.position`;

/** Marks the published changes that were taken back, and those that take one back: neither counts (insights.md 1). */
export async function markUndone(client: PoolClient, changes: readonly PublishedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const first = [...new Map(changes.toReversed().map((change) => [keyOf(change), change])).values()];
  const { rows } = await client.query<Row>(rowsOf(READ, keysOf(first)));
  const changed = pair(rows.map(entryOf));
  if (changed.length === 0) return;
  const flags = [changed.map(({ isUndone }) => isUndone), changed.map(({ isFirst }) => isFirst)];
  await client.query(rowsOf(MARK, [...keysOf(changed), ...flags]));
}

const keysOf = (changes: readonly PublishedChange[]) => [
  changes.map(({ accountId }) => accountId),
  changes.map(({ itemId }) => itemId),
  changes.map(({ position }) => position),
];

const entryOf = ([accountId, itemId, position, actor, at, from, to, isUndone, isFirst]: Row): Entry => ({
  accountId,
  itemId,
  position,
  actor,
  at,
  from,
  to,
  isUndone,
  isFirst,
});

/** Returns the entries that are no longer as stored. After a first change that does not count, the next one is the first. */
function pair(entries: readonly Entry[]): Entry[] {
  const changed = new Set<Entry>();
  const set = (entry: Entry, flags: Pick<Entry, 'isUndone' | 'isFirst'>) =>
    changed.add(Object.assign(entry, flags));
  let lacksFirst = false;
  for (const [i, entry] of entries.entries()) {
    const previous = entries[i - 1];
    if (!previous || keyOf(previous) !== keyOf(entry)) {
      lacksFirst = false;
    } else if (!previous.isUndone && takesBack(entry, previous)) {
      lacksFirst = previous.isFirst;
      for (const one of [previous, entry]) set(one, { isUndone: true, isFirst: false });
    } else if (lacksFirst) {
      lacksFirst = false;
      set(entry, { isUndone: false, isFirst: true });
    }
  }
  return [...changed];
}

const keyOf = ({ accountId, itemId }: PublishedChange) => `${accountId} ${itemId}`;
