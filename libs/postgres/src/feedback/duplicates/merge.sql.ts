import type { MergeChange } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import {
  columnsOf,
  keptTags,
  keysIn,
  LINE,
  LINE_LISTS,
  listNames,
  listParameters,
  valuesOf,
} from '../items/change.sql';
import { COLUMNS, tagKeys } from '../items/feedback.schema';
import { lockOf } from '../../schema/functions/groups.sql';
import { recordOf } from '../../schema/functions/recorded-row.sql';
import { CURRENT_ACTOR, RECORDS_HERE } from '../../connection/settings';

const LOCK = lockOf('$1::uuid');

/**
 * A merge waits at most 200 ms for this lock, and then for a row, because the transaction that deletes the row may wait for
 * the lock. After that, the merge is rolled back and repeated, so such a deadlock ends before PostgreSQL detects it, which
 * takes a second.
 */
const LOCK_OF_MERGE = `SELECT set_config('lock_timeout', '200ms', true), ${LOCK}`;

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
  SELECT id, merged_into, merged_via, request_count, request_value, unconfirmed_votes FROM feedback
  WHERE account_id = $1 AND merged_into = ANY ($2::uuid[])`;

export type DuplicateRow = [
  id: string,
  merged_into: string | null,
  merged_via: string | null,
  request_count: number,
  request_value: number,
  unconfirmed_votes: number,
];

export const duplicatesStatement = (accountId: string, targets: readonly string[]): QueryArrayConfig =>
  rowsOf(DUPLICATES, [accountId, targets]);

/** $2 the items, $3 the groups that they are counted for. */
const TOTALS = `SELECT group_id, requests, value FROM request_totals($1, $2, $3)`;

export type TotalsRow = [groupId: string, requests: number, value: number];

export function totalsStatement(
  accountId: string,
  groups: ReadonlyMap<string, readonly string[]>,
): QueryArrayConfig {
  const pairs = [...groups].flatMap(([group, items]) => items.map((item) => [item, group] as const));
  return rowsOf(TOTALS, [accountId, pairs.map(([item]) => item), pairs.map(([, group]) => group)]);
}

const GROUP_LISTS = [
  { name: 'is_visible', type: 'boolean' },
  { name: 'new_merged_into', type: 'uuid' },
  { name: 'new_merged_via', type: 'uuid' },
  { name: 'new_duplicate_count', type: 'integer' },
  { name: 'new_request_count', type: 'integer' },
  { name: 'new_request_value', type: 'double precision' },
  { name: 'new_unconfirmed_votes', type: 'integer' },
];
/** Of each line: whether it changes tags, and the keys of the new ones, as JSON. */
const TAG_LISTS = [
  { name: 'sets_tags', type: 'boolean' },
  { name: 'new_tags', type: 'text' },
];
const LISTS = [...GROUP_LISTS, ...LINE_LISTS];

const NEW_TAGS = `CASE WHEN sets_tags THEN (
  SELECT array_agg(id ORDER BY id) FROM kept_tags WHERE key = ANY (${keysIn('new_tags')})
) ELSE stored.tags END`;

/** $2 the IDs, $3 the time, $4 and following: the lists. Records the changes in their order, as a batch does. */
function changeAllText(isTagged: boolean): string {
  const lists = isTagged ? [...LISTS, ...TAG_LISTS] : LISTS;
  return `
  WITH wanted AS MATERIALIZED (
    SELECT line.* FROM (SELECT ${RECORDS_HERE}) AS setting,
      unnest($2::uuid[], ${listParameters(4, lists)}) WITH ORDINALITY AS line (id, ${listNames(lists)}, n)
  ), stored AS MATERIALIZED (
    SELECT account_id, ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), ${isTagged ? `kept_tags AS MATERIALIZED (${keptTags(`$${4 + lists.length}`)}),` : ''} changed AS (
    UPDATE feedback SET ${LINE.set}, merged_into = new_merged_into, merged_via = new_merged_via,
      duplicate_count = new_duplicate_count, request_count = new_request_count, request_value = new_request_value,
      unconfirmed_votes = new_unconfirmed_votes,
      ${isTagged ? `tags = ${NEW_TAGS},` : ''}
      updated_at = CASE WHEN is_visible THEN greatest(stored.updated_at, $3) ELSE stored.updated_at END,
      version = stored.version + is_visible::integer
    FROM stored JOIN wanted USING (id)
    WHERE feedback.account_id = $1 AND feedback.id = stored.id
    RETURNING feedback.*
  )
  INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
  SELECT $1, ${CURRENT_ACTOR}, 'updated',
    ${recordOf('changed')}, ${recordOf('stored')}
  FROM changed JOIN stored USING (id) JOIN wanted USING (id) WHERE is_visible ORDER BY n`;
}
const CHANGE_ALL = changeAllText(false);
const CHANGE_ALL_TAGGED = changeAllText(true);

export function changeAllStatement(
  accountId: string,
  changes: readonly MergeChange[],
  at: Instant,
): QueryArrayConfig {
  const common = [accountId, changes.map(({ id }) => id), at];
  const keys = changes.map(({ change }) => change?.tags && tagKeys(change.tags));
  const values = changes.map((one) => [
    one.isVisible,
    one.merged_into,
    one.merged_via,
    one.duplicate_count,
    one.request_count,
    one.request_value,
    one.unconfirmed_votes,
    ...valuesOf(one.change ?? {}),
  ]);
  if (!keys.some((list) => list)) return rowsOf(CHANGE_ALL, [...common, ...columnsOf(values, LISTS)]);
  const tagged = values.map((one, i) => [...one, keys[i] !== undefined, JSON.stringify(keys[i] ?? [])]);
  const lists = columnsOf(tagged, [...LISTS, ...TAG_LISTS]);
  return rowsOf(CHANGE_ALL_TAGGED, [...common, ...lists, [...new Set(keys.flatMap((list) => list ?? []))]]);
}
