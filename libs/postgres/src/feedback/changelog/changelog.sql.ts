import type { ChangelogEntry, EntriesQuery } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';

const COLUMNS = ['id', 'title', 'text', 'status', 'published_at', 'created_at', 'updated_at'] as const;
const ITEMS = `ARRAY (
  SELECT item_id FROM changelog_items item WHERE item.account_id = $1 AND item.entry_id = entry.id ORDER BY position)`;
const SELECT = `SELECT ${COLUMNS.map((name) => `entry.${name}`).join(', ')}, ${ITEMS} FROM changelog_entries entry`;

/** The values of `COLUMNS`, and the items. */
export type EntryRow = ChangelogEntry[(typeof COLUMNS)[number] | 'items'][];

export const entryOf = (accountId: string, row: EntryRow): ChangelogEntry =>
  ({
    accountId,
    ...Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])),
    items: row[COLUMNS.length],
  }) as ChangelogEntry;

/** Serializes the additions of an account, so that they are counted. Ends with the transaction. */
export const LOCK_ADDITIONS = `SELECT pg_advisory_xact_lock(hashtextextended('changelog ' || $1::uuid, 0))`;
export const COUNT = `SELECT count(*)::integer FROM changelog_entries WHERE account_id = $1`;

const FIND = `${SELECT} WHERE entry.account_id = $1 AND entry.id = $2`;
export const findStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(FIND, [accountId, id]);
export const lockStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(`${FIND} FOR NO KEY UPDATE`, [accountId, id]);

const LIST = `${SELECT}
  WHERE entry.account_id = $1 AND ($2::text IS NULL OR entry.status = $2) AND ($3::uuid IS NULL OR entry.id < $3)
  ORDER BY entry.id DESC LIMIT $4`;
export const listStatement = (accountId: string, { limit, status, after }: EntriesQuery): QueryArrayConfig =>
  rowsOf(LIST, [accountId, status ?? null, after ?? null, limit + 1]);

const INSERT = `
  INSERT INTO changelog_entries (account_id, ${COLUMNS.join(', ')})
  VALUES ($1, ${COLUMNS.map((_, i) => `$${i + 2}`).join(', ')})`;
export const insertStatement = (entry: ChangelogEntry): QueryArrayConfig =>
  rowsOf(INSERT, [entry.accountId, ...COLUMNS.map((name) => entry[name])]);

const UPDATE = `
  UPDATE changelog_entries SET title = $3, text = $4, status = $5, published_at = $6, updated_at = $7
  WHERE account_id = $1 AND id = $2`;
export const updateStatement = (entry: ChangelogEntry): QueryArrayConfig => {
  const { accountId, id, title, text, status, published_at: publishedAt, updated_at: updatedAt } = entry;
  return rowsOf(UPDATE, [accountId, id, title, text, status, publishedAt, updatedAt]);
};

/** Locks the items $2, so that their deletions wait: they then take them out of the entry. */
const LOCK_ITEMS = `
  SELECT id FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE`;
export const lockItemsStatement = (accountId: string, ids: readonly string[]): QueryArrayConfig =>
  rowsOf(LOCK_ITEMS, [accountId, ids]);

export const REMOVE_ITEMS = `DELETE FROM changelog_items WHERE account_id = $1 AND entry_id = $2`;
const INSERT_ITEMS = `
  INSERT INTO changelog_items (account_id, entry_id, item_id, position)
  SELECT $1, $2, id, n - 1 FROM unnest($3::uuid[]) WITH ORDINALITY AS item (id, n)`;
export const insertItemsStatement = ({ accountId, id, items }: ChangelogEntry): QueryArrayConfig =>
  rowsOf(INSERT_ITEMS, [accountId, id, items]);

const REMOVE = `DELETE FROM changelog_entries WHERE account_id = $1 AND id = $2`;
export const removeStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(REMOVE, [accountId, id]);
