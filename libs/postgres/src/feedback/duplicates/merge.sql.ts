import { VALUE_FIELDS, type MergeChange } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COLUMNS } from '../items/feedback.schema';
import { changeOf, CHANGE_LISTS, CHANGE_NAMES, LINE_SET } from '../items/change.sql';

/**
 * Everyone who changes a group takes this lock of the account before they read it, triggers of deletions too. Without
 * it, two of them could each see half of the other's change.
 */
const LOCK = `pg_advisory_xact_lock(hashtextextended('feedback-duplicates ' || $1::uuid, 0))`;

/**
 * From then on, a merge waits a short time for a row: the one who deletes it may wait for the lock. Then it is repeated,
 * before PostgreSQL detects a deadlock after a second.
 */
const LOCK_OF_MERGE = `SELECT ${LOCK}, set_config('lock_timeout', '200ms', true)`;

export const lockGroupsStatement = (accountId: string): QueryArrayConfig =>
  rowsOf(LOCK_OF_MERGE, [accountId]);

/**
 * A WITH query that takes the lock of groups before the rows of a deletion, in the order in which a merge does, if an
 * item that matches `where` is in a group. Otherwise, it costs one look at the item. Use it with `AFTER_LOCK`.
 */
export const lockIfGrouped = (where: string): string => `
  group_lock AS MATERIALIZED (
    SELECT ${LOCK} FROM (
      SELECT FROM feedback WHERE account_id = $1 AND ${where} AND (merged_into IS NOT NULL OR duplicate_count > 0)
      LIMIT 1
    ) AS grouped
  )`;
/** As `lockIfGrouped`, for any number of items. */
export const GROUP_LOCK = `group_lock AS MATERIALIZED (SELECT ${LOCK})`;
/** A condition without columns, which PostgreSQL evaluates before it reads a row. */
export const AFTER_LOCK = `(SELECT count(*) FROM group_lock) >= 0`;

/**
 * $2 the IDs of the items that merge and of their new targets. Locks these and the targets of their groups, in the order
 * of their IDs.
 */
const LOCK_NAMED = `
  SELECT ${COLUMNS}, merged_via FROM feedback
  WHERE account_id = $1 AND id = ANY (ARRAY (
    SELECT unnest($2::uuid[])
    UNION
    SELECT merged_into FROM feedback WHERE account_id = $1 AND id = ANY ($2) AND merged_into IS NOT NULL
  ))
  ORDER BY id FOR UPDATE`;

/** As `LOCK_NAMED`, for a dry run. */
const READ_NAMED = LOCK_NAMED.replace(' FOR UPDATE', '');

export const namedStatement = (
  accountId: string,
  ids: readonly string[],
  isDryRun: boolean,
): QueryArrayConfig => rowsOf(isDryRun ? READ_NAMED : LOCK_NAMED, [accountId, ids]);

/** $2 the targets. Returns only what the groups need: a group can have 10,000 items. */
const DUPLICATES = `
  SELECT id, merged_into, merged_via, submitter_email FROM feedback
  WHERE account_id = $1 AND merged_into = ANY ($2::uuid[])`;

export type DuplicateRow = [
  id: string,
  mergedInto: string | null,
  mergedVia: string | null,
  submitterEmail: string | null,
];

export const duplicatesStatement = (accountId: string, targets: readonly string[]): QueryArrayConfig =>
  rowsOf(DUPLICATES, [accountId, targets]);

/**
 * $2 the IDs, $3 whether the item itself changes, $4 to $7 its group, $8 the time, $9 and following: a list for each
 * parameter of a change. Records the changes in their order, as a batch does.
 */
const CHANGE_ALL = `
  WITH wanted AS MATERIALIZED (
    SELECT line.* FROM (SELECT set_config('app.records_itself', 'on', true)) AS setting,
      unnest($2::uuid[], $3::boolean[], $4::uuid[], $5::uuid[], $6::integer[], $7::integer[], ${CHANGE_LISTS(9)})
      WITH ORDINALITY AS line (id, is_visible, new_merged_into, new_merged_via, new_duplicate_count,
        new_request_count, ${CHANGE_NAMES}, n)
  ), stored AS MATERIALIZED (
    SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), changed AS (
    UPDATE feedback SET ${LINE_SET}, merged_into = new_merged_into, merged_via = new_merged_via,
      duplicate_count = new_duplicate_count, request_count = new_request_count,
      updated_at = CASE WHEN is_visible THEN greatest(stored.updated_at, $8) ELSE stored.updated_at END,
      version = stored.version + is_visible::integer
    FROM stored JOIN wanted USING (id)
    WHERE account_id = $1 AND feedback.id = stored.id
    RETURNING feedback.*
  )
  INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
  SELECT $1, coalesce(nullif(current_setting('app.actor', true), ''), 'system'), 'updated', to_json(changed), to_json(stored)
  FROM changed JOIN stored USING (id) JOIN wanted USING (id) WHERE is_visible ORDER BY n`;

export function changeAllStatement(
  accountId: string,
  changes: readonly MergeChange[],
  at: Instant,
): QueryArrayConfig {
  const values = changes.map(({ update = { id: '' } }) => changeOf(update));
  const lists = VALUE_FIELDS.flatMap((_, i) => [2 * i, 2 * i + 1]).map((i) => values.map((row) => row[i]));
  return rowsOf(CHANGE_ALL, [
    accountId,
    changes.map(({ id }) => id),
    changes.map(({ isVisible }) => isVisible),
    changes.map(({ mergedInto }) => mergedInto),
    changes.map(({ mergedVia }) => mergedVia),
    changes.map(({ duplicateCount }) => duplicateCount),
    changes.map(({ requestCount }) => requestCount),
    at,
    ...lists,
  ]);
}
