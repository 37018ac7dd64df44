import {
  CHANGEABLE,
  type BatchRevision,
  type ExpectedVersion,
  type FeedbackChange,
  type ItemVersion,
  type Revision,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COLUMNS, columnType, parametersFrom } from './feedback.schema';

export const INSERT = `INSERT INTO feedback (account_id, ${COLUMNS}) VALUES ($1, ${parametersFrom(2)})`;

export const SELECT_ONE = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

export const SELECT_ALL = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** $3: the versions one of which must still be stored, or null for any. */
const THIS_ONE = `account_id = $1 AND id = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))`;

/** For each field that can change, two parameters: whether it does, and its value. */
const changeOf = (change: FeedbackChange): unknown[] =>
  CHANGEABLE.flatMap((name) => [change[name] !== undefined, change[name] ?? null]);

/** A change in SQL; `sets` and `value` say where the parameters of a field stand. */
function assignments(table: string, sets: (i: number) => string, value: (i: number) => string) {
  const each = (sql: (name: string, sets: string, value: string) => string) =>
    CHANGEABLE.map((name, i) => sql(`${table}.${name}`, sets(i), value(i)));
  const values = each((column, sets, value) => `CASE WHEN ${sets} THEN ${value} ELSE ${column} END`);
  return {
    set: CHANGEABLE.map((name, i) => `${name} = ${values[i]}`).join(', '),
    changes: each((column, sets, value) => `${sets} AND ${column} IS DISTINCT FROM ${value}`).join(' OR '),
  };
}

const ONE = assignments(
  'feedback',
  (i) => `$${5 + 2 * i}`,
  (i) => `$${6 + 2 * i}`,
);
/** What `revised` says, where the item is stored. $4 is the time, and the change begins at $5. */
const REVISE = `
  UPDATE feedback SET ${ONE.set}, updated_at = greatest(updated_at, $4), version = version + 1
  WHERE ${THIS_ONE} AND (${ONE.changes})
  RETURNING ${COLUMNS}`;

const DELETE = `DELETE FROM feedback WHERE ${THIS_ONE}`;

const versions = (expected: ExpectedVersion) => (expected === 'any' ? null : expected);

export function reviseStatement(
  accountId: string,
  id: string,
  { change, expected, at }: Revision,
): QueryArrayConfig {
  return rowsOf(REVISE, [accountId, id, versions(expected), at, ...changeOf(change)]);
}

export function deleteStatement(accountId: string, id: string, expected: ExpectedVersion): QueryArrayConfig {
  return rowsOf(DELETE, [accountId, id, versions(expected)]);
}

/** $2 the ids, $3 the version of each. The rows are locked in the order of their ids; answers with what has changed. */
const REMOVE_UNCHANGED = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::bigint[]) AS line (id, expected)
  ), stored AS MATERIALIZED (
    SELECT id, version FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), looked_at AS MATERIALIZED (
    SELECT id, version = expected AS is_unchanged FROM stored JOIN wanted USING (id)
  ), removed AS (
    DELETE FROM feedback USING looked_at
    WHERE account_id = $1 AND feedback.id = looked_at.id AND is_unchanged
  )
  SELECT id FROM looked_at WHERE NOT is_unchanged`;

/** @param items with ids that can name one */
export function removeUnchangedStatement(accountId: string, items: readonly ItemVersion[]): QueryArrayConfig {
  return rowsOf(REMOVE_UNCHANGED, [
    accountId,
    items.map(({ id }) => id),
    items.map(({ version }) => version),
  ]);
}

const LINE = assignments(
  'stored',
  (i) => `sets_${CHANGEABLE[i]}`,
  (i) => `new_${CHANGEABLE[i]}`,
);
/**
 * All lines of a batch or none: $2 the ids asked for, $3 how many lines there are, $4 the time, and from $5 a list for
 * each parameter of a change. The rows are locked in the order of their ids before the first of them changes, so that
 * two batches wait for each other instead of deadlocking; `complete` is false when one of them is not there. A row may
 * have changed while its lock was waited for: what it is compared with is `stored`.
 * Returns every row that is there, as it was before.
 */
const REVISE_ALL = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], ${CHANGEABLE.map((name, i) => `$${5 + 2 * i}::boolean[], $${6 + 2 * i}::${columnType(name)}[]`).join(', ')})
      AS line (id, ${CHANGEABLE.map((name) => `sets_${name}, new_${name}`).join(', ')})
  ), stored AS MATERIALIZED (
    SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), complete AS MATERIALIZED (
    SELECT count(*) = $3 AS is_complete FROM stored
  ), changed AS (
    UPDATE feedback SET ${LINE.set}, updated_at = greatest(stored.updated_at, $4), version = stored.version + 1
    FROM stored JOIN wanted USING (id), complete
    WHERE is_complete AND account_id = $1 AND feedback.id = stored.id AND (${LINE.changes})
  )
  SELECT ${COLUMNS} FROM stored`;

/** @param updates those that can name an item; `lines` counts the others too */
export function reviseAllStatement(
  accountId: string,
  { updates, at }: BatchRevision,
  lines: number,
): QueryArrayConfig {
  const changes = updates.map(changeOf);
  const lists = CHANGEABLE.flatMap((_, i) => [2 * i, 2 * i + 1]).map((at) =>
    changes.map((change) => change[at]),
  );
  return rowsOf(REVISE_ALL, [accountId, updates.map(({ id }) => id), lines, at, ...lists]);
}
