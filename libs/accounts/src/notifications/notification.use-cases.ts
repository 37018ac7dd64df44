import { pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import { firstPeriodStart } from './mail/digest-mail-schedule';
import { mentionedIn } from './mentions';
import { NOTIFICATION_DAYS, type MailSetting } from '../limits';
import { mayDo } from '../roles';
import type { Notification, NotificationSubject } from './notification';
import {
  assertOneToRead,
  settingsOf,
  type NotificationSettings,
  type ReadInput,
  type SettingsInput,
} from './notification-settings';
import type {
  MemberRepository,
  NotificationRepository,
  NotificationSettingsRepository,
  NotificationsQuery,
  Reader,
} from './notification.ports';

const DAY_MS = 86_400_000;

export interface NotificationStores {
  readonly notifications: NotificationRepository;
  readonly settings: NotificationSettingsRepository;
  readonly members: MemberRepository;
}

/** What people are told in the dashboard (notifications.md 1). */
export class NotificationUseCases {
  constructor(
    private readonly stores: NotificationStores,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /** Newest first. */
  async list(accountId: string, personId: string, query: NotificationsQuery): Promise<Page<Notification>> {
    return pageOf(await this.stores.notifications.list(accountId, personId, query), query.limit);
  }

  /** Counts what each reader has not read, merged occurrences one by one. */
  unread(readers: readonly Reader[]): Promise<readonly number[]> {
    return this.stores.notifications.unread(readers);
  }

  /** As `unread`; null for someone who is not a member of the account any more. */
  async unreadOfMembers(readers: readonly Reader[]): Promise<readonly (number | null)[]> {
    const { notifications, members } = this.stores;
    const areMembers = await members.areMembers(readers);
    const counts = await notifications.unread(readers);
    return counts.map((count, i) => (areMembers[i] ? count : null));
  }

  /** Marks notifications as read, and returns how many are unread. @throws DomainError `validation` */
  async markRead(accountId: string, personId: string, input: Valid<ReadInput>): Promise<number> {
    assertOneToRead(input);
    const { notifications } = this.stores;
    const { ids = null, item_id: itemId } = input;
    if (itemId === undefined) await notifications.markRead(accountId, personId, ids, this.clock());
    else await notifications.markItemRead(accountId, personId, itemId, this.clock());
    return (await notifications.unread([{ accountId, personId }]))[0] ?? 0;
  }

  /** Tells the members who may import that an import failed. The one who ran it gets no message about it. */
  async importFailed(accountId: string, subject: NotificationSubject, by: Actor): Promise<void> {
    const now = this.clock();
    const members = await this.stores.members.list(accountId);
    const common = { accountId, id: this.newId(now), itemId: null, subject, createdAt: now, by };
    await this.stores.notifications.add(
      { ...common, kind: 'import_failed' },
      members.filter(({ role }) => mayDo(role, 'data.transfer')).map(({ id }) => id),
    );
  }

  /** Returns the IDs of the members whom each text mentions, without its author (notifications.md 2). */
  async mentioned(
    accountId: string,
    texts: readonly string[],
    author: Actor,
  ): Promise<readonly (readonly string[])[]> {
    if (!texts.some((text) => text.includes('@'))) return texts.map(() => []);
    const members = await this.stores.members.list(accountId);
    const isOther = (id: string) => author.type !== 'owner' || id !== author.id;
    return texts.map((text) => mentionedIn(text, members).filter(isOther));
  }

  settings(accountId: string, personId: string): Promise<NotificationSettings> {
    return this.stores.settings.find(accountId, personId);
  }

  /** The first digest mail covers the whole day or week before it (notifications.md 6). */
  async changeSettings(
    accountId: string,
    personId: string,
    input: Valid<SettingsInput>,
  ): Promise<NotificationSettings> {
    const { settings } = this.stores;
    const change = settingsOf(input);
    const next = { ...(await settings.find(accountId, personId)), ...change };
    return settings.change(accountId, personId, change, firstPeriodStart(next, this.clock()));
  }

  /** Turns mail off. Does nothing if the account was deleted. */
  async unsubscribe(accountId: string, personId: string, settings: readonly MailSetting[]): Promise<void> {
    const off = Object.fromEntries(settings.map((name) => [name, 'off']));
    await this.stores.settings.change(accountId, personId, settingsOf(off));
  }

  /** Deletes some notifications whose time is over, and returns their number; 0 if none are left. */
  removeOld(): Promise<number> {
    const end = new Date(this.clock().getTime() - NOTIFICATION_DAYS * DAY_MS);
    return this.stores.notifications.removeBefore(end);
  }
}
