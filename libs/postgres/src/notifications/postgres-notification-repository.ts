import {
  UNREAD_COUNTED_MAX,
  type NewNotification,
  type Notification,
  type NotificationRepository,
  type NotificationsQuery,
  type Reader,
} from '@libs/accounts';
import { isUuid, type Instant } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { poolOf } from '../connection/data-source';
import { inTransaction } from '../connection/transaction';
import { asPublisher } from '../events/as-publisher';
import { IS_MERGED, mailDueAt, MERGE, NEW_COLUMNS, NOTE_TEXT } from './notification.sql';
import { ENDED_AT, OF_ALL_ACCOUNTS, setting } from '../connection/settings';

/** Rows per statement, which takes well under one second. */
const CHUNK_SIZE = 1_000;

/** $3 the ID before which to read, or null. */
const LIST = `
  SELECT notification.id, kind, count, item.id, item.title, ${NOTE_TEXT}, subject, notification.created_at, read_at
  FROM notifications notification
  LEFT JOIN feedback item ON item.account_id = notification.account_id AND item.id = notification.item_id
  LEFT JOIN feedback_notes note ON kind = 'mentioned' AND note.account_id = notification.account_id
    AND note.item_id = notification.item_id AND note.id::text = subject->>'note_id'
  WHERE notification.account_id = $1 AND person_id = $2
    AND ($3::uuid IS NULL OR (notification.created_at, notification.id) < (
      SELECT last.created_at, last.id FROM notifications last
      WHERE last.account_id = $1 AND last.person_id = $2 AND last.id = $3))
  ORDER BY notification.created_at DESC, notification.id DESC LIMIT $4`;

type Row = [
  id: string,
  kind: Notification['kind'],
  count: number,
  itemId: string | null,
  title: string,
  note: string | null,
  subject: Notification['subject'],
  createdAt: Instant,
  readAt: Instant | null,
];

const ADD = `
  INSERT INTO notifications (${NEW_COLUMNS})
  SELECT $1, person_id, $3, $4, ${IS_MERGED('$4')}, 1, $5, $6, $7,
    CASE WHEN person_id IS DISTINCT FROM $8::uuid THEN ${mailDueAt('$4', '$7::timestamptz')} END
  FROM unnest($2::uuid[]) AS person (person_id)
  LEFT JOIN (SELECT * FROM notification_settings WHERE account_id = $1) settings USING (person_id)
  ORDER BY person_id ${MERGE}`;

const UNREAD = `
  SELECT (SELECT least(coalesce(sum(count), 0), ${UNREAD_COUNTED_MAX})::integer FROM (
    SELECT count FROM notifications
    WHERE account_id = reader.account_id AND person_id = reader.person_id AND read_at IS NULL
    LIMIT ${UNREAD_COUNTED_MAX}) unread)
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS reader (account_id, person_id, n) ORDER BY n`;

/** Locks in the order of kinds, as the publisher does. */
const markRead = (condition: string) => `
  WITH locked AS (
    SELECT id FROM notifications
    WHERE account_id = $1 AND person_id = $2 AND read_at IS NULL AND ${condition}
    ORDER BY kind, id FOR UPDATE
  )
  UPDATE notifications SET read_at = $4 FROM locked
  WHERE account_id = $1 AND person_id = $2 AND notifications.id = locked.id`;
/** $3 IDs, or null for all. */
const MARK_READ = markRead('($3::uuid[] IS NULL OR id = ANY ($3))');
const MARK_ITEM_READ = markRead('item_id = $3 AND count = 1');

/** Not set to any account: the transaction can access the old notifications of all accounts, and nothing else. */
const SET_END = `SELECT ${OF_ALL_ACCOUNTS}, ${setting(ENDED_AT, '$1')}`;
const DELETE = `
  DELETE FROM notifications WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM notifications WHERE created_at < $1 ORDER BY created_at LIMIT ${CHUNK_SIZE}
    FOR UPDATE SKIP LOCKED))`;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Notifications in PostgreSQL (docs/architecture/adr/0034-notifications.md). */
export class PostgresNotificationRepository implements NotificationRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(
    accountId: string,
    personId: string,
    { before, limit }: NotificationsQuery,
  ): Promise<readonly Notification[]> {
    if (![accountId, personId, before ?? NOBODY].every(isUuid)) return [];
    const statement = rowsOf(LIST, [accountId, personId, before ?? null, limit + 1]);
    return (await this.scope.query<Row>(accountId, statement)).rows.map(notificationOf);
  }

  async add(
    { accountId, id, kind, itemId, subject, createdAt, by }: NewNotification,
    personIds: readonly string[],
  ): Promise<void> {
    const author = by?.type === 'owner' ? by.id : null;
    const values = [accountId, personIds, id, kind, itemId, JSON.stringify(subject), createdAt, author];
    await this.scope.query(accountId, rowsOf(ADD, values));
  }

  async unread(readers: readonly Reader[]): Promise<readonly number[]> {
    const idsOf = (key: keyof Reader) => readers.map(({ [key]: id }) => (isUuid(id) ? id : NOBODY));
    const [accountIds, personIds] = [idsOf('accountId'), idsOf('personId')];
    const statement = rowsOf(UNREAD, [accountIds, personIds]);
    const isOne = new Set(accountIds).size === 1;
    const { rows } = isOne
      ? await this.scope.query<[number]>(accountIds[0]!, statement)
      : await asPublisher(poolOf(this.dataSource), (client) => client.query<[number]>(statement));
    return rows.map(([count]) => count);
  }

  async markRead(
    accountId: string,
    personId: string,
    ids: readonly string[] | null,
    at: Date,
  ): Promise<void> {
    if (!isUuid(accountId) || !isUuid(personId)) return;
    const statement = rowsOf(MARK_READ, [accountId, personId, ids && ids.filter(isUuid), at]);
    await this.scope.query(accountId, statement);
  }

  async markItemRead(accountId: string, personId: string, itemId: string, at: Date): Promise<void> {
    if (![accountId, personId, itemId].every(isUuid)) return;
    await this.scope.query(accountId, rowsOf(MARK_ITEM_READ, [accountId, personId, itemId, at]));
  }

  async removeBefore(end: Date): Promise<number> {
    const setEnd = { text: SET_END, values: [end.toISOString()] };
    return inTransaction(
      poolOf(this.dataSource),
      setEnd,
      async (client) => (await client.query(DELETE, [end])).rowCount ?? 0,
    );
  }
}

function notificationOf(row: Row): Notification {
  const [id, kind, count, itemId, title, note, subject, createdAt, readAt] = row;
  return {
    id,
    kind,
    count,
    item: itemId === null ? null : { id: itemId, title },
    note,
    subject,
    createdAt,
    readAt,
  };
}
