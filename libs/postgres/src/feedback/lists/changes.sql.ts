import { CHANGES_SORT, type ChangesQuery, type DeletedItem } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { SHORT_COLUMNS, type FeedbackRow } from '../items/feedback.schema';
import { mergedTests, testsOf } from './filter.sql';
import { orderOf } from './list.sql';

export type ChangedRow = [
  micros: string,
  id: string,
  isDeleted: boolean,
  externalId: string | null,
  ...FeedbackRow,
];

/** Exact: PostgreSQL multiplies with the precision of a double, which is more than enough until the year 2255. */
const timeOf = (micros: string) => `'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`;

const microsOf = (instant: string) => Date.parse(instant) * 1000;

/**
 * Returns the statement for a page of changed and deleted items, in one snapshot: otherwise a later one of one kind could
 * be in the page, and an earlier one of the other kind missing. Each kind is read in the order of an index, from the start
 * of the page on. `events_deleted` has only deletions, so other events are not read. The position of an event is the
 * microsecond of its publication, so a deletion is never before what was already returned.
 */
export function changesStatement(accountId: string, query: ChangesQuery): QueryArrayConfig {
  const { limit, after, updated_after: from, updated_before: end } = query;
  const values: unknown[] = [accountId, limit + 1];
  const push = (value: unknown) => `$${values.push(value)}`;
  const items = [...testsOf(query, ['updated_after', 'updated_before'], values), ...mergedTests(query)];
  const deletions = [`type = 'feedback.deleted'`, `position >= ${push(microsOf(from))}::bigint`];
  if (end !== undefined) deletions.push(`position < ${push(microsOf(end))}::bigint`);
  if (after !== undefined) {
    const [micros, id] = [push(after.key), `${push(after.id)}::uuid`];
    items.push(`(updated_at, id) > (${timeOf(micros)}, ${id})`);
    deletions.push(`(position, item_id) > (${micros}::bigint, ${id})`);
  }
  const text = `
    WITH page (micros, changed_id, is_deleted, last_external_id) AS MATERIALIZED (
      (
        SELECT (extract(epoch FROM updated_at) * 1000000)::bigint, id, false, NULL FROM feedback
        WHERE account_id = $1 AND ${items.join(' AND ')} ORDER BY ${orderOf(CHANGES_SORT)} LIMIT $2
      )
      UNION ALL
      (
        SELECT position, item_id, true, item->>'external_id' FROM events
        WHERE account_id = $1 AND ${deletions.join(' AND ')} AND NOT EXISTS (
          SELECT FROM feedback item WHERE item.account_id = $1 AND item.id = item_id
        )
        ORDER BY position LIMIT $2
      )
      ORDER BY 1, 2 LIMIT $2
    )
    SELECT page.*, ${SHORT_COLUMNS}
    FROM page LEFT JOIN LATERAL (
      SELECT * FROM feedback WHERE account_id = $1 AND id = changed_id OFFSET 0
    ) item ON NOT is_deleted
    ORDER BY micros, changed_id`;
  return rowsOf(text, values);
}

export const deletedOf = ([micros, id, , externalId]: ChangedRow): DeletedItem => ({
  id,
  external_id: externalId,
  deleted_at: new Date(Math.floor(Number(micros) / 1000)).toISOString(),
});
