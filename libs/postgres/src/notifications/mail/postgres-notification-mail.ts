import {
  SECONDS_BETWEEN_MAILS,
  type ComposedDigestMail,
  type ComposedNotification,
  type DueDigestMail,
  type DueNotification,
  type MailReader,
  type MailTiming,
  type NotificationMailRepository,
  type NotificationSettings,
  type OutboxMessage,
} from '@libs/accounts';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { insertMail } from '../../accounts/mail/queue-mail';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import { SETTINGS_COLUMNS } from '../postgres-notification-settings';
import {
  CLAIM_NOTIFICATIONS,
  claimDigestMail,
  END_NOTIFICATIONS,
  endDigestMail,
  LAST_POSITION,
  LOCK_ACCOUNTS,
  NOTES,
  TITLES,
  topicOf,
} from './notification-mail.sql';

type ReaderRow = Omit<MailReader, 'recipient'> & {
  readonly email: string | null;
  readonly account: string | null;
};
type NotificationRow = ReaderRow &
  Pick<DueNotification, 'id' | 'kind' | 'count' | 'subject' | 'by'> & { readonly itemId: string | null };
type DigestMailRow = ReaderRow &
  NotificationSettings & { readonly dueAt: Date | null; readonly since: string };

/** When mail about notifications is due, in PostgreSQL (docs/architecture/adr/0035-mail-about-notifications.md). */
export class PostgresNotificationMail implements NotificationMailRepository {
  private readonly pool: Pool;
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
    this.scope = new AccountScope(dataSource);
  }

  async claimNotifications(now: Date): Promise<readonly DueNotification[]> {
    const claim = (client: PoolClient) => client.query<NotificationRow>(CLAIM_NOTIFICATIONS, [now]);
    const { rows } = await asPublisher(this.pool, claim);
    const texts = await this.textsOf(rows);
    return rows.map((row) => {
      const { itemId, email: _email, account: _account, ...rest } = row;
      const title = texts.get(`${row.accountId} ${itemId}`);
      const note = (row.kind === 'mentioned' && texts.get(`${row.accountId} ${noteIdOf(row)}`)) || null;
      const item = itemId !== null && title !== undefined ? { id: itemId, title } : null;
      return { ...rest, item, note, recipient: recipientOf(row) };
    });
  }

  async storeNotifications(composed: readonly ComposedNotification[]): Promise<void> {
    const ids = composed.map(({ id }) => id);
    await this.store(composed, ids, (client, accountIds, personIds, ends) =>
      client.query(END_NOTIFICATIONS, [accountIds, personIds, ids, ends]),
    );
  }

  async claimDigestMail(timing: MailTiming, now: Date): Promise<readonly DueDigestMail[]> {
    const { rows, last } = await asPublisher(this.pool, async (client) => {
      const claimed = await client.query<DigestMailRow>(claimDigestMail(timing, SETTINGS_COLUMNS), [now]);
      const position = await client.query<{ last: string }>(LAST_POSITION);
      return { rows: claimed.rows, last: Number(position.rows[0]!.last) };
    });
    return rows.map((row) => {
      const { accountId, personId, claimedUntil, email: _email, account: _account, ...rest } = row;
      const { dueAt, since, ...settings } = rest;
      const recipient = recipientOf(row);
      return { accountId, personId, claimedUntil, recipient, settings, dueAt, since: Number(since), last };
    });
  }

  async storeDigestMail(
    timing: MailTiming,
    composed: readonly ComposedDigestMail[],
    now: Date,
  ): Promise<void> {
    const since = composed.map((one) => one.since);
    const next = composed.map(({ nextDueAt }) => nextDueAt);
    const between = `${SECONDS_BETWEEN_MAILS} seconds`;
    const accountIds = composed.map(({ accountId }) => accountId);
    await this.store(composed, accountIds, (client, ...claims) =>
      client.query(endDigestMail(timing), [...claims, since, now, next, between]),
    );
  }

  /**
   * Stores messages whose claims `end` has ended.
   * @param about the notification of each message, or the account of digest mail
   * @param end returns the places of these claims, starting at 1
   */
  private async store(
    composed: readonly (Omit<MailReader, 'recipient'> & { readonly message: OutboxMessage | null })[],
    about: readonly string[],
    end: (
      client: PoolClient,
      accountIds: string[],
      personIds: string[],
      ends: Date[],
    ) => Promise<{ rows: { place: string }[] }>,
  ): Promise<void> {
    const accountIds = composed.map(({ accountId }) => accountId);
    const personIds = composed.map(({ personId }) => personId);
    const ends = composed.map(({ claimedUntil }) => claimedUntil);
    await asPublisher(this.pool, async (client) => {
      const locked = await client.query<{ id: string }>(LOCK_ACCOUNTS, [accountIds]);
      const existing = new Set(locked.rows.map(({ id }) => id));
      const { rows } = await end(client, accountIds, personIds, ends);
      const ended = new Set(rows.map(({ place }) => Number(place)));
      const messages = composed.flatMap(({ accountId, personId, message }, i) =>
        message && ended.has(i + 1) && existing.has(accountId)
          ? [{ ...message, topic: topicOf(personId, about[i]!) }]
          : [],
      );
      if (messages.length > 0) await client.query(insertMail(messages));
    });
  }

  /** The titles of items and the texts of notes. Row-level security protects them, so reads them account by account. */
  private async textsOf(rows: readonly NotificationRow[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    for (const accountId of new Set(rows.map((row) => row.accountId))) {
      const own = rows.filter((row) => row.accountId === accountId);
      const items = own.flatMap(({ itemId }) => itemId ?? []);
      const notes = own.flatMap((row) => (row.kind === 'mentioned' ? noteIdOf(row) : []));
      const add = async (text: string, values: unknown[]) => {
        const found = await this.scope.query(accountId, { text, values });
        for (const one of found.rows as { id: string; text: string }[])
          texts.set(`${accountId} ${one.id}`, one.text);
      };
      if (items.length > 0) await add(TITLES, [accountId, items]);
      if (items.length > 0 && notes.length > 0) await add(NOTES, [accountId, items, notes]);
    }
    return texts;
  }
}

const noteIdOf = ({ subject }: Pick<NotificationRow, 'subject'>): string => String(subject['note_id']);

const recipientOf = ({ email, account }: ReaderRow): MailReader['recipient'] =>
  email === null || account === null ? null : { email, account };
