import { tagKey, type Feedback, type ImportEntry } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COUNTS_ITSELF, setting } from '../../connection/settings';
import { COLUMN_NAMES, INSERTED, listsOf, typedLists } from '../items/feedback.schema';

/** Sets whether the items that get requests in this transaction count them already. */
export const countsItself = (doesCount: boolean): QueryArrayConfig =>
  rowsOf(`SELECT ${setting(COUNTS_ITSELF, '$1')}`, [doesCount ? 'on' : '']);

/** Tries to lock the account's imports on all instances until the transaction ends. False if one is running already. */
export const tryLock = (accountId: string): QueryArrayConfig =>
  rowsOf(`SELECT pg_try_advisory_xact_lock(hashtextextended('feedback-import ' || $1, 0))`, [accountId]);

/** $2 the import ID, $3 and following the columns. Skips existing and duplicate items, and returns the IDs of the others. */
const INSERT_ALL = `
  INSERT INTO feedback (account_id, import_id, ${INSERTED})
  SELECT $1, $2::uuid, * FROM unnest(${typedLists(3)})
  ON CONFLICT DO NOTHING RETURNING id`;
/** The last parameters have the assignees, and the IDs of the tags of each item, as text. */
const INSERT_ALL_NAMED = `
  INSERT INTO feedback (account_id, import_id, ${INSERTED}, assignee, tags)
  SELECT $1, $2::uuid, ${INSERTED}, assignee, tag_ids::uuid[]
  FROM unnest(${typedLists(3)}, $${3 + COLUMN_NAMES.length}::uuid[], $${4 + COLUMN_NAMES.length}::text[])
    AS item (${INSERTED}, assignee, tag_ids)
  ON CONFLICT DO NOTHING RETURNING id`;

export function insertAllStatement(
  accountId: string,
  importId: string,
  items: readonly Feedback[],
  tagIdsByKey: ReadonlyMap<string, string>,
): QueryArrayConfig {
  const values = [accountId, importId, ...listsOf(items)];
  const assignees = items.map(({ assignee }) => assignee?.id ?? null);
  if (tagIdsByKey.size === 0 && assignees.every((id) => id === null)) return rowsOf(INSERT_ALL, values);
  const ids = items.map(({ tags }) => tags.map((name) => tagIdsByKey.get(tagKey(name))!).sort());
  const texts = ids.map((some) => (some.length === 0 ? null : `{${some.join()}}`));
  return rowsOf(INSERT_ALL_NAMED, [...values, assignees, texts]);
}

/** Returns the IDs ($2) and external IDs ($3) that the account already has. Each part uses its own unique index. */
const EXISTING = `
  SELECT id::text, NULL FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT NULL, external_id FROM feedback WHERE account_id = $1 AND external_id = ANY ($3::varchar[])`;

export type ExistingRow = [id: string | null, external_id: string | null];

export function existingStatement(accountId: string, items: readonly Feedback[]): QueryArrayConfig {
  const externalIds = items.flatMap(({ external_id }) => external_id ?? []);
  return rowsOf(EXISTING, [accountId, items.map(({ id }) => id), externalIds]);
}

/** Imports created at or before $5 can no longer be undone. $6 the number of existing rows. */
const RECORD = `
  WITH ended AS (
    DELETE FROM imports WHERE account_id = $1 AND created_at <= $5
  ), change AS (
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    VALUES ($1, 'import', 'imported', json_build_object('created', $4::integer, 'existing', $6::integer))
  )
  INSERT INTO imports (account_id, id, created_at, created) VALUES ($1, $2, $3, $4)`;

export const recordStatement = (
  accountId: string,
  { id, createdAt, created }: ImportEntry,
  end: Instant,
  existing: number,
): QueryArrayConfig => rowsOf(RECORD, [accountId, id, createdAt, created, end, existing]);
