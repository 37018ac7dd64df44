import { isUuid } from '@libs/kernel';
import {
  DEFAULT_SETTINGS,
  NOTIFICATION_KINDS,
  UNREAD_COUNTED_MAX,
  type NotifiedMember,
  type MemberRepository,
  type NewNotification,
  type Notification,
  type NotificationRepository,
  type NotificationSettings,
  type NotificationSettingsRepository,
  type NotificationsQuery,
  type Reader,
} from '../../src';

type Stored = NewNotification & { readonly personId: string; count: number; readAt: Date | null };

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryNotificationRepository implements NotificationRepository {
  private stored: readonly Stored[] = [];

  /** @param titleOf returns null if there is no such item */
  constructor(private readonly titleOf: (accountId: string, itemId: string) => string | null = () => null) {}

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
      const unread = NOTIFICATION_KINDS[added.kind].isMerged
        ? this.of({ ...added, personId }).find(({ kind, readAt }) => kind === added.kind && !readAt)
        : undefined;
      const fresh: Stored = { ...added, personId, count: 1, readAt: null };
      const merged = unread && { ...fresh, id: unread.id, count: unread.count + 1 };
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
    const title = itemId === null ? null : this.titleOf(accountId, itemId);
    return {
      id,
      kind,
      count,
      item: itemId === null || title === null ? null : { id: itemId, title },
      subject,
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    };
  }
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryNotificationSettings implements NotificationSettingsRepository {
  private readonly stored = new Map<string, NotificationSettings>();

  async find(accountId: string, personId: string): Promise<NotificationSettings> {
    return this.stored.get(`${accountId} ${personId}`) ?? DEFAULT_SETTINGS;
  }

  async change(
    accountId: string,
    personId: string,
    change: Partial<NotificationSettings>,
  ): Promise<NotificationSettings> {
    if (!isUuid(accountId)) return DEFAULT_SETTINGS;
    const key = `${accountId} ${personId}`;
    const changed = { ...(this.stored.get(key) ?? DEFAULT_SETTINGS), ...change };
    this.stored.set(key, changed);
    return changed;
  }
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMembers implements MemberRepository {
  private readonly members = new Map<string, readonly NotifiedMember[]>();

  async list(accountId: string): Promise<readonly NotifiedMember[]> {
    return this.members.get(accountId) ?? [];
  }

  add(accountId: string, member: NotifiedMember): void {
    const all = [...(this.members.get(accountId) ?? []), member];
    this.members.set(
      accountId,
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
}
