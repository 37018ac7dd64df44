import { NO_TAGS, type Feedback } from '@libs/feedback';
import { rowsOf } from '../../connection/array-rows';
import type { SendStatement } from '../idempotency/run-once';
import { fromRow, type FeedbackRow } from './feedback.schema';

const SELECT_NAMES = `SELECT id, name FROM tags WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY key`;

/**
 * Converts rows to items, with the names of their tags in alphabetical order. Reads the names only if an item has tags:
 * a subquery for them in each statement takes PostgreSQL 20% longer per page, also without tags. A tag that was deleted
 * has no name, even while items still have its ID.
 */
export async function itemsOf(
  send: SendStatement,
  accountId: string,
  rows: readonly FeedbackRow[],
): Promise<readonly Feedback[]> {
  const ids = new Set<string>();
  for (const row of rows) if (row[TAG_IDS]) for (const id of row[TAG_IDS]) ids.add(id);
  if (ids.size === 0) return rows.map((row) => fromRow(accountId, row, NO_TAGS));
  const { rows: names } = await send<[id: string, name: string]>(rowsOf(SELECT_NAMES, [accountId, [...ids]]));
  return rows.map((row) => fromRow(accountId, row, namesOf(row[TAG_IDS], names)));
}
const TAG_IDS = 13;

function namesOf(
  ids: FeedbackRow[typeof TAG_IDS],
  names: readonly (readonly [id: string, name: string])[],
): readonly string[] {
  if (!ids) return NO_TAGS;
  return names.filter(([id]) => ids.includes(id)).map(([, name]) => name);
}
