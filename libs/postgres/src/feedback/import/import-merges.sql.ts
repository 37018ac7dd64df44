import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { ACTOR, setting } from '../../connection/settings';

/** The items among $2, and whether the import $3 created them; none if it is null. */
const KNOWN = `
  SELECT id, coalesce(merged_into, id), duplicate_count, coalesce(import_id = $3::uuid, false)
  FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;
export type KnownRow = [id: string, target: string, duplicates: number, isCreated: boolean];
export const knownStatement = (
  accountId: string,
  ids: readonly string[],
  importId: string | null,
): QueryArrayConfig => rowsOf(KNOWN, [accountId, ids, importId]);

/** Locks items and the targets of their groups, in the order in which a merge does. */
const LOCK = `
  SELECT id, coalesce(merged_into, id), duplicate_count, false FROM feedback
  WHERE account_id = $1 AND id = ANY (ARRAY (
    SELECT unnest(ARRAY [id, coalesce(merged_into, id)]) FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
  ))
  ORDER BY id FOR UPDATE`;
export const lockTargetsStatement = (accountId: string, ids: readonly string[]): QueryArrayConfig =>
  rowsOf(LOCK, [accountId, ids]);

const MERGE = `
  UPDATE feedback SET merged_via = one.via, merged_into = one.target
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS one (id, via, target)
  WHERE feedback.account_id = $1 AND feedback.id = one.id`;
export const mergeCreatedStatement = (
  accountId: string,
  merged: readonly { readonly id: string; readonly via: string; readonly target: string }[],
): QueryArrayConfig =>
  rowsOf(MERGE, [
    accountId,
    merged.map(({ id }) => id),
    merged.map(({ via }) => via),
    merged.map(({ target }) => target),
  ]);

/**
 * Counts the duplicates ($3) and the requests of targets ($2). $4 whether the API showed the targets before, so that they
 * get new versions.
 */
const COUNT = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::integer[]) AS one (id, duplicates)
  ), member AS MATERIALIZED (
    SELECT id AS item_id, id AS group_id FROM wanted
    UNION ALL
    SELECT id, merged_into FROM feedback WHERE account_id = $1 AND merged_into = ANY ($2)
  ), totals AS MATERIALIZED (
    SELECT totals.* FROM (SELECT array_agg(item_id) AS items, array_agg(group_id) AS groups FROM member) lists,
      request_totals($1, items, groups) totals
  )
  UPDATE feedback item SET duplicate_count = duplicates, request_count = requests, request_value = value,
    version = item.version + $4::boolean::integer,
    updated_at = CASE WHEN $4 THEN greatest(item.updated_at, clock_timestamp()::timestamptz(3)) ELSE item.updated_at END
  FROM wanted JOIN totals ON totals.group_id = wanted.id
  WHERE item.account_id = $1 AND item.id = wanted.id`;
export const countTargetsStatement = (
  accountId: string,
  targets: readonly (readonly [id: string, duplicates: number])[],
  isShown: boolean,
): QueryArrayConfig =>
  rowsOf(COUNT, [accountId, targets.map(([id]) => id), targets.map(([, duplicates]) => duplicates), isShown]);

/** Sets who changes items in the next statements. */
export const setActor = (actor: string): QueryArrayConfig =>
  rowsOf(`SELECT ${setting(ACTOR, '$1')}`, [actor]);
