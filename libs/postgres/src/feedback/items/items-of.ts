import { NO_TAGS, type Feedback } from '@libs/feedback';
import { rowsOf } from '../../connection/array-rows';
import type { SendStatement } from '../idempotency/run-once';
import { ASSIGNEE_ID, fromRow, MEMBER_NAMES, TAG_IDS, type FeedbackRow } from './feedback.schema';

const SELECT_TAGS = `SELECT id, name FROM tags WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY key`;
const SELECT_ASSIGNEES = `${MEMBER_NAMES} AND id = ANY ($2::uuid[])`;

type NameRow = [id: string, name: string];

/**
 * Converts rows to items, with the names of their tags in alphabetical order and of their assignees. Reads the names only
 * if an item has tags or an assignee: a subquery for them in each statement takes PostgreSQL 20% longer per page, also
 * without tags. A tag that was deleted has no name, even while items still have its ID.
 */
export async function itemsOf(
  send: SendStatement,
  accountId: string,
  rows: readonly FeedbackRow[],
): Promise<readonly Feedback[]> {
  const tagIds = new Set<string>();
  const assigneeIds = new Set<string>();
  for (const row of rows) {
    if (row[TAG_IDS]) for (const id of row[TAG_IDS]) tagIds.add(id);
    if (row[ASSIGNEE_ID]) assigneeIds.add(row[ASSIGNEE_ID]);
  }
  const namesBy = async (text: string, ids: ReadonlySet<string>): Promise<readonly NameRow[]> =>
    ids.size === 0 ? [] : (await send<NameRow>(rowsOf(text, [accountId, [...ids]]))).rows;
  const tags = await namesBy(SELECT_TAGS, tagIds);
  const assignees = new Map(await namesBy(SELECT_ASSIGNEES, assigneeIds));
  return rows.map((row) => {
    const id = row[ASSIGNEE_ID];
    const name = id && assignees.get(id);
    return fromRow(accountId, row, tagNames(row[TAG_IDS], tags), id && name ? { id, name } : null);
  });
}

function tagNames(ids: FeedbackRow[typeof TAG_IDS], tags: readonly NameRow[]): readonly string[] {
  if (!ids) return NO_TAGS;
  return tags.filter(([id]) => ids.includes(id)).map(([, name]) => name);
}
