import {
  MAIL_LEASE_SECONDS,
  SECONDS_BETWEEN_MAILS,
  type ComposedDigestMail,
  type ComposedNotification,
  type DueDigestMail,
  type DueNotification,
  type MailReader,
  type MailTiming,
  type NotificationMailRepository,
} from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';
import {
  wantsMail,
  type InMemoryNotificationRepository,
  type InMemoryNotificationSettings,
} from './in-memory-notifications';

const DAY_MS = 86_400_000;
/** Digest mail waits until earlier events are published. */
const PUBLISHED_AFTER_MS = 30_000;

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryNotificationMail implements NotificationMailRepository {
  /** Position of the last event. */
  private last = 0;

  constructor(
    private readonly accounts: InMemoryAccountRepository,
    private readonly notifications: InMemoryNotificationRepository,
    private readonly settings: InMemoryNotificationSettings,
  ) {}

  /** Publishes a new item. */
  publish(accountId: string): void {
    this.last = Math.max(this.last, Date.now() * 1000) + 1;
    for (const row of this.settings.rows) {
      const dueAt = Math.max(Date.now(), row.checkedAt + SECONDS_BETWEEN_MAILS * 1000);
      const isWanted = row.accountId === accountId && row.settings.newFeedbackMail === 'immediately';
      if (isWanted && this.recipientOf(row)) row.feedbackDueAt = Math.min(row.feedbackDueAt, dueAt);
    }
  }

  async claimNotifications(now: Date): Promise<readonly DueNotification[]> {
    const claimedUntil = endOf(now);
    const start = now.getTime() - DAY_MS;
    const due = this.notifications.stored.filter(
      ({ readAt, mailDueAt, createdAt, personId, id }) =>
        !readAt &&
        mailDueAt &&
        mailDueAt <= now &&
        Math.min(Number(mailDueAt), Number(createdAt)) > start &&
        !this.accounts.outbox.hasWaiting(topicOf(personId, id)),
    );
    return due.map((stored) => {
      stored.mailDueAt = claimedUntil;
      const { accountId, personId, id, kind, count, itemId, subject } = stored;
      const title = itemId === null ? null : this.notifications.textOf(accountId, itemId);
      const item = itemId === null || title === null ? null : { id: itemId, title };
      const author = Object(subject['by']) as { readonly type?: string; readonly id?: string };
      const by = (author.type === 'owner' && this.accounts.people.get(author.id!)?.name) || null;
      const recipient = this.recipientOf(stored);
      const note = this.notifications.noteOf(stored);
      return { accountId, personId, id, kind, count, item, note, subject, by, recipient, claimedUntil };
    });
  }

  async storeNotifications(composed: readonly ComposedNotification[]): Promise<void> {
    for (const { accountId, personId, id, claimedUntil, message } of composed) {
      const claimed = this.notifications.stored.find((one) => one.id === id && one.personId === personId);
      if (claimed?.mailDueAt?.getTime() !== claimedUntil.getTime()) continue;
      claimed.mailDueAt = null;
      const isWanted = wantsMail(claimed.kind, await this.settings.find(accountId, personId));
      if (message && isWanted && this.accounts.get(accountId))
        this.accounts.outbox.queue([message], topicOf(personId, id));
    }
  }

  async claimDigestMail(timing: MailTiming, now: Date): Promise<readonly DueDigestMail[]> {
    const claimedUntil = endOf(now);
    const due = this.settings.rows.filter((row) => {
      const { settings, feedbackDueAt, digestMailDueAt, claimedUntil: until } = row;
      const { newFeedbackMail, quarantineMail } = settings;
      if (until > Number(now)) return false;
      if (this.accounts.outbox.hasWaiting(topicOf(row.personId, row.accountId))) return false;
      if (timing === 'at-once') return newFeedbackMail === 'immediately' && feedbackDueAt <= Number(now);
      const isWanted = ['daily', 'weekly'].includes(newFeedbackMail) || quarantineMail === 'daily';
      return isWanted && digestMailDueAt <= Number(now) - PUBLISHED_AFTER_MS;
    });
    return due.map((row) => {
      row.claimedUntil = Number(claimedUntil);
      if (timing === 'at-once') row.feedbackDueAt = Number(claimedUntil);
      const { accountId, personId, settings, since, digestMailDueAt } = row;
      const dueAt = timing === 'digest' && digestMailDueAt > -Infinity ? new Date(digestMailDueAt) : null;
      const recipient = this.recipientOf(row);
      return { accountId, personId, claimedUntil, recipient, settings, dueAt, since, last: this.last };
    });
  }

  async storeDigestMail(
    timing: MailTiming,
    composed: readonly ComposedDigestMail[],
    now: Date,
  ): Promise<void> {
    for (const { accountId, personId, claimedUntil, since, nextDueAt, message } of composed) {
      const row = this.settings.rows.find(
        (one) => one.accountId === accountId && one.personId === personId && this.accounts.get(accountId),
      );
      if (row?.claimedUntil !== Number(claimedUntil)) continue;
      row.claimedUntil = -Infinity;
      row.since = since;
      if (timing === 'digest') row.digestMailDueAt = Number(nextDueAt);
      else {
        row.checkedAt = Number(now);
        const earliest = Number(now) + SECONDS_BETWEEN_MAILS * 1000;
        const isUnchanged = row.feedbackDueAt === Number(claimedUntil);
        row.feedbackDueAt = isUnchanged ? Infinity : Math.max(row.feedbackDueAt, earliest);
      }
      if (message) this.accounts.outbox.queue([message], topicOf(personId, accountId));
    }
  }

  private recipientOf({
    accountId,
    personId,
  }: Pick<MailReader, 'accountId' | 'personId'>): MailReader['recipient'] {
    const account = this.accounts.get(accountId);
    const person = this.accounts.people.get(personId);
    if (!account || account.suspendedAt || !this.accounts.membershipOf(accountId, personId)) return null;
    if (!person?.emailConfirmedAt) return null;
    return { email: person.email, account: account.name };
  }
}

/** @param about the notification, or the account of digest mail */
const topicOf = (personId: string, about: string): string => `${personId} ${about}`;

const endOf = (now: Date): Date => new Date(now.getTime() + MAIL_LEASE_SECONDS * 1000);
