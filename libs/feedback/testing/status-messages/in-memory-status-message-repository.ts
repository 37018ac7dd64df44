import { SYSTEM, type Actor, type Instant } from '@libs/kernel';
import {
  alreadySent,
  dueAt,
  heldAgain,
  notifyLimitExceeded,
  RECIPIENTS_PER_DAY,
  STEP_SIZE,
  statusMessageNotFound,
  type Audience,
  type ComposeUpdates,
  type Follower,
  type Notice,
  type StatusMessage,
  type StatusMessageRepository,
} from '../../src';
import type { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { InMemoryEntryMessages } from '../changelog/in-memory-entry-messages';
import { InMemoryShippings } from './in-memory-shippings';
import { idAt } from '../items/feedback-builders';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

interface Entry {
  readonly accountId: string;
  message: StatusMessage;
  /** How many recipients it had when it was asked for. */
  asked: number;
  lastFollower: string;
}

const DAY_MS = 86_400_000;
const STARTED: readonly StatusMessage['state'][] = ['sending', 'sent'];

const NO_RECIPIENTS = { recipients: 0, delivered: 0, waiting: 0, refused: 0 };
const timesAt = (at: Instant) => ({ created_at: at, due_at: dueAt(at), sent_at: null });

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryStatusMessageRepository implements StatusMessageRepository {
  private entries: readonly Entry[] = [];
  private readonly shippings: InMemoryShippings;
  /** Those about entries of the changelog. */
  readonly aboutEntries: InMemoryEntryMessages;

  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly followers: InMemoryFollowerRepository,
  ) {
    this.shippings = new InMemoryShippings(items, followers);
    this.aboutEntries = new InMemoryEntryMessages({
      items,
      followers,
      shippings: this.shippings,
      assertBelowLimit: (accountId, at) => {
        if (this.isAboveLimit(accountId, at)) throw notifyLimitExceeded();
      },
    });
    items.onNotices.push((accountId, notices, by, at) => this.holdAll(accountId, notices, by, at));
    items.onRemoval.push((accountId, itemId) => {
      this.entries = this.entries.filter(
        ({ accountId: of, message }) =>
          of !== accountId || (itemId ?? message.feedback_id) !== message.feedback_id,
      );
    });
    followers.isAbout = (accountId, itemId, entry, about) =>
      this.aboutEntries.isOnlyAbout(accountId, itemId, entry, about) ||
      this.entries.some(
        ({ message }) =>
          message.id === about &&
          [itemId, items.itemOf(accountId, itemId)?.merged_into].includes(message.feedback_id),
      );
  }

  async list(accountId: string, itemId: string, limit: number): Promise<readonly StatusMessage[] | null> {
    if (!this.items.itemOf(accountId, itemId)) return null;
    return this.of(accountId)
      .filter(({ message }) => message.feedback_id === itemId)
      .map(this.shown)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
      .slice(0, limit);
  }

  async hold(
    accountId: string,
    notices: readonly Notice[],
    by: Actor,
    at: Instant,
  ): Promise<readonly StatusMessage[]> {
    this.holdAll(accountId, notices, by, at);
    return notices.flatMap(({ feedback_id: id }) => {
      const held = this.heldOf(accountId, id);
      return held ? [this.shown(held)] : [];
    });
  }

  private holdAll(accountId: string, notices: readonly Notice[], by: Actor, at: Instant): void {
    const before = this.entries.map((entry) => ({ ...entry }));
    for (const notice of notices) this.holdOne(accountId, notice, by, at);
    if (notices.length === 0 || !this.isAboveLimit(accountId, at)) return;
    this.entries = before;
    throw notifyLimitExceeded();
  }

  private isAboveLimit(accountId: string, at: Instant): boolean {
    const since = new Date(Date.parse(at) - DAY_MS).toISOString();
    const aboutEntries = this.aboutEntries.messages
      .filter((message) => message.accountId === accountId)
      .map((message) => ({ message, asked: message.asked }));
    const counted = [...this.of(accountId), ...aboutEntries].filter(
      ({ message }) => message.created_at > since && ['held', ...STARTED].includes(message.state),
    );
    return counted.reduce((sum, { asked }) => sum + asked, 0) > RECIPIENTS_PER_DAY;
  }

  private holdOne(accountId: string, notice: Notice, by: Actor, at: Instant): void {
    const { feedback_id, previous_status, message, isChange } = notice;
    if (this.items.itemOf(accountId, feedback_id)?.merged_into !== null) return;
    const held = this.heldOf(accountId, feedback_id);
    const asked = this.peopleOf(accountId, [feedback_id]).length;
    if (held) {
      held.message = heldAgain(held.message, notice, by, at);
      held.asked = asked;
    } else if (isChange) {
      const head = { id: idAt(at), feedback_id, state: 'held', previous_status, status: null } as const;
      this.add(accountId, { ...head, message, actor: by, ...timesAt(at), ...NO_RECIPIENTS }, asked);
    }
  }

  addSent(accountId: string, recipients: number, at: Instant): void {
    const head = {
      id: idAt(at),
      feedback_id: '',
      state: 'sent',
      previous_status: 'new',
      message: null,
    } as const;
    const sent = { ...head, status: 'planned', actor: SYSTEM, ...timesAt(at), ...NO_RECIPIENTS } as const;
    this.add(accountId, sent, recipients);
  }

  private add(accountId: string, message: StatusMessage, asked: number): void {
    this.entries = [...this.entries, { accountId, message, asked, lastFollower: '' }];
  }

  async cancel(accountId: string, itemId: string, id: string): Promise<void> {
    const entry = this.of(accountId).find(
      ({ message }) => message.id === id && message.feedback_id === itemId,
    );
    if (!entry) throw statusMessageNotFound();
    if (entry.message.state !== 'held') throw alreadySent();
    entry.message = { ...entry.message, state: 'cancelled' };
  }

  async audience(accountId: string, itemIds: readonly string[]): Promise<Audience> {
    const people = this.peopleOf(accountId, itemIds);
    const tags = [...new Set(people.map(({ language }) => language))];
    const languages = tags
      .map((language) => ({ language, recipients: people.filter((one) => one.language === language).length }))
      .sort((a, b) => b.recipients - a.recipients);
    return { recipients: people.length, languages };
  }

  async due(now: Date, limit: number): Promise<readonly { accountId: string; id: string }[]> {
    const aboutEntries = this.aboutEntries.messages.map((message) => ({
      accountId: message.accountId,
      message,
    }));
    const due = [...this.entries, ...aboutEntries]
      .filter(
        ({ message }) =>
          ['held', 'sending'].includes(message.state) && Date.parse(message.due_at) <= now.getTime(),
      )
      .toSorted((a, b) => (a.message.due_at < b.message.due_at ? -1 : 1));
    const turnOf = (entry: (typeof due)[number]) =>
      due.filter((one) => one.accountId === entry.accountId).indexOf(entry);
    return due
      .toSorted((a, b) => turnOf(a) - turnOf(b))
      .slice(0, limit)
      .map(({ accountId, message: { id } }) => ({ accountId, id }));
  }

  async step(accountId: string, id: string, now: Date, compose: ComposeUpdates | null): Promise<boolean> {
    const isMore = this.aboutEntries.step(accountId, id, now, compose);
    if (isMore !== undefined) return isMore;
    const due = await this.due(now, Infinity);
    const entry =
      due.some((one) => one.id === id) && this.of(accountId).find(({ message }) => message.id === id);
    if (!entry) return false;
    const { message } = entry;
    const item = this.items.itemOf(accountId, message.feedback_id);
    const end = (state: StatusMessage['state']) => {
      entry.message = { ...message, state, ...(state === 'sent' && { sent_at: now.toISOString() }) };
      return false;
    };
    if (item?.merged_into !== null || !compose) return end(message.state === 'held' ? 'cancelled' : 'sent');
    if (message.state === 'held') {
      if (item.status === message.previous_status) return end('unchanged');
      entry.asked = this.peopleOf(accountId, [item.id]).length;
      if (this.isAboveLimit(accountId, now.toISOString())) return end('cancelled');
    }
    const status = message.status ?? item.status;
    const people = this.peopleOf(accountId, [item.id])
      .filter((one) => one.id > entry.lastFollower)
      .slice(0, STEP_SIZE);
    for (const follower of people) {
      const ownTitle = await this.titleOf(accountId, item.id, follower);
      const told = { item, status, message: message.message, follower, ownTitle };
      this.followers.outbox.push({ followerId: follower.id, message: compose.statusUpdate(told), about: id });
    }
    if (status === 'shipped') this.shippings.record(accountId, people, [item.id], 'status', now);
    const hasMore = people.length === STEP_SIZE;
    const recipients = message.recipients + people.length;
    const ended = hasMore
      ? { state: 'sending' as const }
      : { state: 'sent' as const, sent_at: now.toISOString() };
    entry.message = { ...message, status, recipients, ...ended };
    entry.lastFollower = people.at(-1)?.id ?? entry.lastFollower;
    return hasMore;
  }

  /** The numbers are counted when they are read. */
  async settle(): Promise<number> {
    const sent = this.entries.filter(({ message }) => message.state === 'sent').map(this.shown);
    return sent.filter(({ waiting }) => waiting > 0).length;
  }

  async listAll(accountId: string, after: string | null, limit: number): Promise<readonly StatusMessage[]> {
    return this.of(accountId)
      .map(this.shown)
      .filter(({ id }) => after === null || id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async removeAll(accountId: string): Promise<void> {
    this.entries = this.entries.filter((entry) => entry.accountId !== accountId);
    this.aboutEntries.messages = this.aboutEntries.messages.filter((one) => one.accountId !== accountId);
  }

  private readonly shown = ({ accountId, message }: Entry): StatusMessage => {
    if (message.state === 'held')
      return { ...message, recipients: this.peopleOf(accountId, [message.feedback_id]).length };
    if (!STARTED.includes(message.state)) return message;
    const mail = this.followers.outbox.filter(({ about }) => about === message.id);
    const delivered = mail.filter(({ isSent }) => isSent).length;
    const waiting = mail.length - delivered;
    return { ...message, delivered, waiting, refused: message.recipients - mail.length };
  };

  private peopleOf(accountId: string, itemIds: readonly string[]): readonly Follower[] {
    const members = itemIds.flatMap((id) => this.groupOf(accountId, id));
    return this.followers.wanting(accountId, (entry) =>
      members.some(
        (id) =>
          entry.items.get(id)?.stopped_at === null && !this.shippings.isTold(accountId, entry, id, 'entry'),
      ),
    );
  }

  private groupOf = (accountId: string, itemId: string): readonly string[] =>
    this.items.itemOf(accountId, itemId)?.merged_into === null
      ? this.shippings.groupOf(accountId, itemId)
      : [];

  private async titleOf(
    accountId: string,
    itemId: string,
    { id, email }: { id: string; email: string },
  ): Promise<string | null> {
    const own = this.groupOf(accountId, itemId)
      .toSorted()
      .map((one) => this.items.itemOf(accountId, one)!)
      .find(
        (item) =>
          item.submitter_email?.toLowerCase() === email && this.followers.isFollowing(accountId, id, item.id),
      );
    return own ? ((await this.followers.sentTexts(accountId, [own.id])).get(own.id)?.title ?? null) : null;
  }

  private heldOf = (accountId: string, itemId: string) =>
    this.of(accountId).find(({ message }) => message.state === 'held' && message.feedback_id === itemId);

  private of = (accountId: string) => this.entries.filter((entry) => entry.accountId === accountId);
}
