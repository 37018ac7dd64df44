import { isUuid } from '@libs/kernel';
import {
  DEFAULT_SETTINGS,
  MENTION_TEXT_MAX,
  NOTIFICATION_KINDS,
  SECONDS_BETWEEN_MAILS,
  UNREAD_COUNTED_MAX,
  type NotifiedMember,
  type MemberRepository,
  type NewNotification,
  type Notification,
  type NotificationKind,
  type NotificationRepository,
  type NotificationSettings,
  type NotificationSettingsRepository,
  type NotificationsQuery,
  type Reader,
} from '../../src';

type Stored = NewNotification & {
  readonly personId: string;
  count: number;
  readAt: Date | null;
  /** Null if no message is due. */
  mailDueAt: Date | null;
};

const SETTINGS = {
  assigned_mail: 'assignedMail',
  mentioned_mail: 'mentionedMail',
  service_mail: 'serviceMail',
} as const;

/** Whether the person wants messages about notifications of this kind. */
export function wantsMail(kind: NotificationKind, settings: NotificationSettings): boolean {
  const { mail } = NOTIFICATION_KINDS[kind];
  return mail !== null && settings[SETTINGS[mail]] === 'immediately';
}

/** A message that is due stays due, but a claim of it ends. The next one is some minutes later. */
function nextMailAt({ mailDueAt, createdAt }: Stored, now: Date): Date {
  if (mailDueAt) return new Date(mailDueAt.getTime() + 1);
  return new Date(Math.max(now.getTime(), createdAt.getTime() + SECONDS_BETWEEN_MAILS * 1000));
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryNotificationRepository implements NotificationRepository {
  /** Other in-memory repositories can change what is due. */
  stored: readonly Stored[] = [];

  /** @param textOf returns the title of an item, or the text of a note; null if there is none */
  constructor(
    readonly textOf: (accountId: string, itemId: string) => string | null = () => null,
    private readonly settings: Pick<
      NotificationSettingsRepository,
      'find'
    > = new InMemoryNotificationSettings(),
  ) {}

  async list(
    accountId: string,
    personId: string,
    { before, limit }: NotificationsQuery,
  ): Promise<readonly Notification[]> {
    const all = this.of({ accountId, personId }).toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    const last = all.findIndex(({ id }) => id === before);
    if (before !== undefined && last < 0) return [];
    return all.slice(last + 1, last + 2 + limit).map((stored) => this.notificationOf(stored));
  }

  async add(added: NewNotification, personIds: readonly string[]): Promise<void> {
    for (const personId of personIds) {
      const isOwn = added.by?.type === 'owner' && added.by.id === personId;
      const isMailed = !isOwn && wantsMail(added.kind, await this.settings.find(added.accountId, personId));
      const mailDueAt = isMailed ? added.createdAt : null;
      const unread = NOTIFICATION_KINDS[added.kind].isMerged
        ? this.of({ ...added, personId }).find(({ kind, readAt }) => kind === added.kind && !readAt)
        : undefined;
      const fresh: Stored = { ...added, personId, count: 1, readAt: null, mailDueAt };
      const merged = unread && {
        ...fresh,
        id: unread.id,
        count: unread.count + 1,
        mailDueAt: mailDueAt ? nextMailAt(unread, mailDueAt) : unread.mailDueAt,
      };
      this.stored = [...this.stored.filter((other) => other !== unread), merged ?? fresh];
    }
  }

  async unread(readers: readonly Reader[]): Promise<readonly number[]> {
    return readers.map((reader) =>
      Math.min(
        this.of(reader).reduce((sum, { count, readAt }) => sum + (readAt ? 0 : count), 0),
        UNREAD_COUNTED_MAX,
      ),
    );
  }

  async markRead(
    accountId: string,
    personId: string,
    ids: readonly string[] | null,
    at: Date,
  ): Promise<void> {
    for (const stored of this.of({ accountId, personId })) {
      if (ids === null || ids.includes(stored.id)) stored.readAt ??= at;
    }
  }

  async markItemRead(accountId: string, personId: string, itemId: string, at: Date): Promise<void> {
    for (const stored of this.of({ accountId, personId })) {
      if (stored.itemId === itemId && stored.count === 1) stored.readAt ??= at;
    }
  }

  /** The start of the text of the note of a mention. */
  noteOf({ accountId, kind, subject }: Pick<Stored, 'accountId' | 'kind' | 'subject'>): string | null {
    const text = kind === 'mentioned' ? this.textOf(accountId, String(subject['note_id'])) : null;
    if (text === null || [...text].length <= MENTION_TEXT_MAX) return text;
    return `${[...text].slice(0, MENTION_TEXT_MAX - 1).join('')}…`;
  }

  async removeBefore(end: Date): Promise<number> {
    const { length } = this.stored;
    this.stored = this.stored.filter(({ createdAt }) => createdAt >= end);
    return length - this.stored.length;
  }

  private of({ accountId, personId }: Reader): readonly Stored[] {
    return this.stored.filter((stored) => stored.accountId === accountId && stored.personId === personId);
  }

  private notificationOf({
    accountId,
    id,
    kind,
    count,
    itemId,
    subject,
    createdAt,
    readAt,
  }: Stored): Notification {
    const title = itemId === null ? null : this.textOf(accountId, itemId);
    return {
      id,
      kind,
      count,
      item: itemId === null || title === null ? null : { id: itemId, title },
      note: this.noteOf({ accountId, kind, subject }),
      subject,
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    };
  }
}

/** Settings, and when mail is due, in milliseconds. */
interface SettingsRow {
  readonly accountId: string;
  readonly personId: string;
  settings: NotificationSettings;
  since: number;
  checkedAt: number;
  feedbackDueAt: number;
  digestMailDueAt: number;
  claimedUntil: number;
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryNotificationSettings implements NotificationSettingsRepository {
  /** Other in-memory repositories can change what is due. */
  rows: readonly SettingsRow[] = [];

  async find(accountId: string, personId: string): Promise<NotificationSettings> {
    return this.rowOf(accountId, personId)?.settings ?? DEFAULT_SETTINGS;
  }

  async change(
    accountId: string,
    personId: string,
    change: Partial<NotificationSettings>,
    feedbackSince = new Date(),
  ): Promise<NotificationSettings> {
    if (!isUuid(accountId)) return DEFAULT_SETTINGS;
    const fresh = { ...freshRow(accountId, personId), since: feedbackSince.getTime() * 1000 };
    const row = this.rowOf(accountId, personId) ?? fresh;
    const before = row.settings.newFeedbackMail;
    row.settings = { ...row.settings, ...change };
    row.claimedUntil = -Infinity;
    if ('newFeedbackMail' in change && before === 'off') row.since = fresh.since;
    if ('newFeedbackMail' in change && before !== 'immediately') row.feedbackDueAt = Infinity;
    if (SCHEDULE.some((name) => name in change)) row.digestMailDueAt = -Infinity;
    this.rows = [...this.rows.filter((other) => other !== row), row];
    return row.settings;
  }

  private rowOf(accountId: string, personId: string): SettingsRow | undefined {
    return this.rows.find((row) => row.accountId === accountId && row.personId === personId);
  }
}

const SCHEDULE = ['newFeedbackMail', 'quarantineMail', 'timeZone'] as const;

const freshRow = (accountId: string, personId: string): SettingsRow => ({
  accountId,
  personId,
  settings: DEFAULT_SETTINGS,
  since: Date.now() * 1000,
  checkedAt: -Infinity,
  feedbackDueAt: Infinity,
  digestMailDueAt: -Infinity,
  claimedUntil: -Infinity,
});

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMembers implements MemberRepository {
  private readonly members = new Map<string, readonly NotifiedMember[]>();

  async list(accountId: string): Promise<readonly NotifiedMember[]> {
    return this.members.get(accountId) ?? [];
  }

  async areMembers(readers: readonly Reader[]): Promise<readonly boolean[]> {
    return readers.map(({ accountId, personId }) =>
      (this.members.get(accountId) ?? []).some(({ id }) => id === personId),
    );
  }

  add(accountId: string, member: NotifiedMember): void {
    const all = [...(this.members.get(accountId) ?? []), member];
    this.members.set(
      accountId,
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
}
