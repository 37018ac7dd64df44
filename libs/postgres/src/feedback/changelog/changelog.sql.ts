import type { ChangelogEntry, EntriesQuery, ShownEntriesQuery, ShownEntry } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { NOTIFICATION, notificationOf, type NotificationRow } from './entry-message.sql';

const COLUMNS = ['id', 'title', 'text', 'status', 'published_at', 'created_at', 'updated_at'] as const;
const ITEMS = `ARRAY (
  SELECT item_id FROM changelog_items item WHERE item.account_id = $1 AND item.entry_id = entry.id ORDER BY position)`;
const SELECT = `
  SELECT ${COLUMNS.map((name) => `entry.${name}`).join(', ')}, ${ITEMS}, ${NOTIFICATION} FROM changelog_entries entry`;

/** The values of `COLUMNS`, the items, and the message. */
export type EntryRow = (ChangelogEntry[(typeof COLUMNS)[number] | 'items'] | NotificationRow | null)[];

export const entryOf = (accountId: string, row: EntryRow): ChangelogEntry =>
  ({
    accountId,
    ...Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])),
    items: row[COLUMNS.length],
    notification: notificationOf(row[COLUMNS.length + 1] as NotificationRow | null),
  }) as ChangelogEntry;

/** Serializes the additions of an account, so that they are counted. Ends with the transaction. */
export const LOCK_ADDITIONS = `SELECT pg_advisory_xact_lock(hashtextextended('changelog ' || $1::uuid, 0))`;
export const COUNT = `SELECT count(*)::integer FROM changelog_entries WHERE account_id = $1`;

const FIND = `${SELECT} WHERE entry.account_id = $1 AND entry.id = $2`;
export const findStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(FIND, [accountId, id]);
/** Read the entry afterwards: what is read while the statement waits can be out of date. */
const LOCK = 'SELECT FROM changelog_entries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE';
export const lockStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(LOCK, [accountId, id]);

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

const FIND_USED = `
  SELECT id FROM unnest($2::uuid[]) AS item (id)
  WHERE EXISTS (SELECT FROM changelog_items WHERE account_id = $1 AND item_id = item.id)`;
export const findUsedStatement = (accountId: string, itemIds: readonly string[]): QueryArrayConfig =>
  rowsOf(FIND_USED, [accountId, itemIds]);

/** The public cards of the items of an entry, or of their targets, in the order of the items, each once. */
const CARDS = `ARRAY (
  SELECT jsonb_build_object('id', card.id, 'title', card.public->>'title') FROM changelog_items listed
  JOIN feedback item ON item.account_id = $1 AND item.id = listed.item_id
  JOIN feedback card ON card.account_id = $1 AND card.id = coalesce(item.merged_into, item.id)
  WHERE listed.account_id = $1 AND listed.entry_id = entry.id AND card.public IS NOT NULL
  GROUP BY card.id, card.public ORDER BY min(listed.position))`;
const SHOWN = `
  SELECT entry.id, entry.title, entry.text, entry.published_at, entry.updated_at, ${CARDS} FROM changelog_entries entry
  WHERE entry.account_id = $1 AND entry.status = 'published'`;

export type ShownRow = [
  id: string,
  title: string,
  text: string,
  publishedAt: Instant,
  updatedAt: Instant,
  cards: ShownEntry['cards'],
];

export const shownOf = ([id, title, text, publishedAt, updatedAt, cards]: ShownRow): ShownEntry => ({
  id,
  title,
  text,
  publishedAt,
  updatedAt,
  cards,
});

const NEWEST_FIRST = 'ORDER BY entry.published_at DESC, entry.id DESC LIMIT $2';
/** $3 the ID of the published entry after which the list starts. */
const AFTER = `AND (entry.published_at, entry.id) < (
  SELECT published_at, id FROM changelog_entries WHERE account_id = $1 AND id = $3 AND status = 'published')`;
export const listShownStatement = (
  accountId: string,
  { limit, after }: ShownEntriesQuery,
): QueryArrayConfig =>
  after === undefined
    ? rowsOf(`${SHOWN} ${NEWEST_FIRST}`, [accountId, limit])
    : rowsOf(`${SHOWN} ${AFTER} ${NEWEST_FIRST}`, [accountId, limit, after]);

const LIST_ABOUT = `
  SELECT entry.id, entry.title FROM changelog_entries entry
  WHERE entry.account_id = $1 AND entry.status = 'published' AND entry.id = ANY (ARRAY (
    SELECT entry_id FROM changelog_items WHERE account_id = $1 AND item_id = ANY (ARRAY (
      SELECT id FROM feedback WHERE account_id = $1 AND id = $3
      UNION ALL
      SELECT id FROM feedback WHERE account_id = $1 AND merged_into = $3
    ))
  ))
  ${NEWEST_FIRST}`;
export const listAboutStatement = (accountId: string, itemId: string, limit: number): QueryArrayConfig =>
  rowsOf(LIST_ABOUT, [accountId, limit, itemId]);

export const findShownStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(`${SHOWN} AND entry.id = $2`, [accountId, id]);
