import {
  alreadySent,
  dueAt,
  STEP_SIZE,
  type ChangelogEntry,
  type ComposeUpdates,
  type EntryChange,
  type EntryNotification,
  type EntryRevision,
  type Follower,
} from '../../src';
import type { InMemoryShippings } from '../status-messages/in-memory-shippings';
import type { Entry, InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { idAt } from '../items/feedback-builders';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

interface EntryMessage {
  readonly accountId: string;
  readonly id: string;
  readonly entryId: string;
  readonly created_at: string;
  state: EntryNotification['state'];
  readonly due_at: string;
  sent_at: string | null;
  recipients: number;
  /** How many recipients it had when it was asked for. */
  asked: number;
  lastFollower: string;
}

interface Surroundings {
  readonly items: InMemoryFeedbackRepository;
  readonly followers: InMemoryFollowerRepository;
  readonly shippings: InMemoryShippings;
  /** @throws DomainError `rate_limit` */
  readonly assertBelowLimit: (accountId: string, at: string) => void;
}

/** Messages about entries of the changelog. */
export class InMemoryEntryMessages {
  messages: EntryMessage[] = [];
  /** Set by the repository of entries. */
  findEntry: (accountId: string, id: string) => ChangelogEntry | undefined = () => undefined;

  constructor(private readonly around: Surroundings) {
    around.followers.isAboutEntry = (about) => this.messages.some(({ id }) => id === about);
  }

  change(
    { accountId, id: entryId, status, items: itemIds }: ChangelogEntry,
    { notify, set_shipped: shipsItems = false }: EntryChange,
    { at }: EntryRevision,
  ): void {
    const known = this.messages.find(
      (one) => one.accountId === accountId && one.entryId === entryId && one.state !== 'cancelled',
    );
    if (notify === true) {
      if (known) return;
      const asked = this.peopleOf(accountId, itemIds, shipsItems).length;
      const times = { created_at: at, due_at: dueAt(at), sent_at: null };
      const counts = { asked, recipients: 0, lastFollower: '' };
      const added: EntryMessage = { accountId, id: idAt(at), entryId, state: 'held', ...times, ...counts };
      this.messages.push(added);
      try {
        this.around.assertBelowLimit(accountId, at);
      } catch (error) {
        this.messages.pop();
        throw error;
      }
    } else if (notify === false || status === 'draft') {
      if (known?.state === 'held') known.state = 'cancelled';
      else if (known && notify === false) throw alreadySent();
    }
  }

  notificationOf(accountId: string, entryId: string): EntryNotification | null {
    const message = this.messages.findLast((one) => one.accountId === accountId && one.entryId === entryId);
    if (!message) return null;
    const { id, state, due_at, sent_at, asked, recipients } = message;
    const mail = this.around.followers.outbox.filter(({ about }) => about === id);
    const delivered = mail.filter(({ isSent }) => isSent).length;
    const waiting = mail.length - delivered;
    const counts = { delivered, waiting, refused: recipients - mail.length };
    return { state, due_at, sent_at, recipients: state === 'held' ? asked : recipients, ...counts };
  }

  peopleOf(accountId: string, itemIds: readonly string[], shipsItems: boolean): readonly Follower[] {
    const { followers, shippings } = this.around;
    const members = this.targetsOf(accountId, itemIds, shipsItems).flatMap((id) =>
      shippings.groupOf(accountId, id),
    );
    return followers.wanting(
      accountId,
      (entry) =>
        entry.follower.changelog_at !== null ||
        members.some(
          (id) =>
            entry.items.get(id)?.stopped_at === null && !shippings.isTold(accountId, entry, id, 'status'),
        ),
    );
  }

  /** The items that are shipped, or the targets that they are merged into. */
  private targetsOf(accountId: string, itemIds: readonly string[], shipsItems: boolean): readonly string[] {
    const { items } = this.around;
    const listed = itemIds.flatMap((id) => items.itemOf(accountId, id) ?? []);
    return [...new Set(listed.map((item) => item.merged_into ?? item.id))].filter(
      (id) => shipsItems || items.itemOf(accountId, id)!.status === 'shipped',
    );
  }

  /** Whether a person who has stopped an item is told about an entry for no other reason. */
  isOnlyAbout(
    accountId: string,
    itemId: string,
    { follower, items }: Entry,
    about: string | undefined,
  ): boolean {
    const message = this.messages.find(({ id }) => id === about);
    const entry = message && this.findEntry(accountId, message.entryId);
    if (!entry || follower.changelog_at !== null) return false;
    const { shippings } = this.around;
    const members = this.targetsOf(accountId, entry.items, true).flatMap((id) =>
      shippings.groupOf(accountId, id),
    );
    return members.includes(itemId) && !members.some((id) => items.get(id)?.stopped_at === null);
  }

  /** Undefined if no message about an entry has this ID. */
  step(accountId: string, id: string, now: Date, compose: ComposeUpdates | null): boolean | undefined {
    const message = this.messages.find((one) => one.accountId === accountId && one.id === id);
    if (!message) return undefined;
    if (!['held', 'sending'].includes(message.state) || Date.parse(message.due_at) > now.getTime())
      return false;
    const entry = this.findEntry(accountId, message.entryId);
    if (entry?.status !== 'published' || !compose) {
      Object.assign(message, message.state === 'held' ? { state: 'cancelled' } : sentAt(now));
      return false;
    }
    const people = this.peopleOf(accountId, entry.items, false);
    if (message.state === 'held') {
      message.asked = people.length;
      try {
        this.around.assertBelowLimit(accountId, now.toISOString());
      } catch {
        message.state = 'cancelled';
        return false;
      }
    }
    const next = people.filter((one) => one.id > message.lastFollower).slice(0, STEP_SIZE);
    const composeTo = compose.entryUpdate(entry);
    for (const follower of next)
      this.around.followers.outbox.push({ followerId: follower.id, message: composeTo(follower), about: id });
    const targets = this.targetsOf(accountId, entry.items, false);
    this.around.shippings.record(accountId, next, targets, 'entry', now);
    message.recipients += next.length;
    message.lastFollower = next.at(-1)?.id ?? message.lastFollower;
    const hasMore = next.length === STEP_SIZE;
    Object.assign(message, hasMore ? { state: 'sending' } : sentAt(now));
    return hasMore;
  }
}

const sentAt = (now: Date) => ({ state: 'sent', sent_at: now.toISOString() }) as const;
