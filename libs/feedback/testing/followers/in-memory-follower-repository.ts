import type { Actor, Instant } from '@libs/kernel';
import {
  canGetMessage,
  FOLLOWED_MAX,
  followingAgain,
  newFollower,
  subscribing,
  withMessage,
  type ComposeMessage,
  type SubmittedFeedback,
  type FollowedItem,
  type Follower,
  type FollowerEntry,
  type FollowerRepository,
  type NewFollow,
  type SentTexts,
  type StoredMessage,
  type WaitingVote,
} from '../../src';
import { idAt } from '../items/feedback-builders';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** A message about the status, or about an entry of the changelog. */
export type TellingKind = 'status' | 'entry';

/** A follower, with what it follows and its votes that wait, by item. */
export interface Entry {
  follower: Follower;
  readonly items: Map<string, FollowedItem>;
  /** When the follower was told that an item is shipped, by item. */
  readonly told: Map<string, Partial<Record<TellingKind, Instant>>>;
  readonly votes: Map<string, WaitingVote>;
}

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryFollowerRepository implements FollowerRepository {
  /** Messages that wait, with the IDs of their followers. */
  readonly outbox: {
    readonly followerId: string;
    readonly message: StoredMessage;
    /** The message about status that it belongs to. */
    readonly about?: string;
    /** Whether the mail server has accepted it. It no longer waits then. */
    isSent?: boolean;
  }[] = [];
  private readonly accounts = new Map<string, Map<string, Entry>>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, itemId) => {
      for (const { items, told, votes } of this.of(accountId).values())
        for (const map of [items, told, votes])
          if (itemId === undefined) map.clear();
          else map.delete(itemId);
    });
  }

  async addItem(
    item: SubmittedFeedback,
    by: Actor,
    follow: NewFollow,
    compose: ComposeMessage,
  ): Promise<void> {
    await this.items.add(item, by);
    await this.follow(item.accountId, item.id, follow, compose);
  }

  async follow(
    accountId: string,
    itemId: string,
    follow: NewFollow,
    compose: ComposeMessage,
  ): Promise<Follower | null> {
    if (!this.items.itemOf(accountId, itemId)) return null;
    const entry = this.upsert(accountId, follow);
    this.start(entry, itemId, follow.at);
    this.send(entry, new Date(follow.at), compose);
    return entry.follower;
  }

  upsert(accountId: string, follow: NewFollow): Entry {
    const known = this.entryOf(accountId, follow.email.toLowerCase());
    if (known) known.follower = followingAgain(known.follower, follow);
    else {
      const follower = newFollower(accountId, follow);
      this.of(accountId).set(follower.id, { follower, items: new Map(), told: new Map(), votes: new Map() });
    }
    return this.entryOf(accountId, follow.email.toLowerCase())!;
  }

  /** Follows an item, unless it is known. */
  start({ items }: Entry, itemId: string, at: Instant): void {
    if (!items.has(itemId) && items.size < FOLLOWED_MAX)
      items.set(itemId, { feedback_id: itemId, created_at: at, stopped_at: null });
  }

  send(entry: Entry, now: Date, compose: ComposeMessage): void {
    if (!canGetMessage(entry.follower, now)) return;
    const message = compose(entry.follower);
    if (!message) return;
    this.outbox.push({ followerId: entry.follower.id, message });
    entry.follower = withMessage(entry.follower, now);
  }

  async find(accountId: string, id: string): Promise<Follower | null> {
    return this.of(accountId).get(id)?.follower ?? null;
  }

  async findByEmail(accountId: string, email: string): Promise<Follower | null> {
    return this.entryOf(accountId, email.toLowerCase())?.follower ?? null;
  }

  async addMessage(accountId: string, email: string, now: Date, compose: ComposeMessage): Promise<void> {
    const entry = this.entryOf(accountId, email.toLowerCase());
    if (entry) this.send(entry, now, compose);
  }

  async askToSubscribe(accountId: string, follow: NewFollow, compose: ComposeMessage): Promise<void> {
    const entry = this.entryOf(accountId, follow.email.toLowerCase()) ?? this.upsert(accountId, follow);
    const asking = subscribing(entry.follower, follow.at);
    if (asking === entry.follower) return;
    entry.follower = asking;
    this.send(entry, new Date(follow.at), compose);
  }

  async change(
    accountId: string,
    id: string,
    change: (current: Follower) => Follower,
  ): Promise<Follower | null> {
    const entry = this.of(accountId).get(id);
    if (!entry) return null;
    const wasSubscribed = entry.follower.changelog_at !== null;
    entry.follower = change(entry.follower);
    if (entry.follower.no_mail_at !== null) this.dropMessages(id);
    else if (wasSubscribed && entry.follower.changelog_at === null)
      this.drop((one) => one.followerId === id && this.isAboutEntry(one.about));
    return entry.follower;
  }

  async setStopped(
    accountId: string,
    id: string,
    itemId: string,
    { at, now }: { readonly at: Instant | null; readonly now: Instant },
  ): Promise<void> {
    const entry = this.of(accountId).get(id);
    if (!entry || !this.items.itemOf(accountId, itemId)) return;
    const current = entry.items.get(itemId);
    if (!current && entry.items.size >= FOLLOWED_MAX) return;
    entry.items.set(itemId, {
      feedback_id: itemId,
      created_at: current?.created_at ?? now,
      stopped_at: at && (current?.stopped_at ?? at),
    });
    if (at !== null)
      this.drop((one) => one.followerId === id && this.isAbout(accountId, itemId, entry, one.about));
  }

  async removeUnused(accountId: string, id: string): Promise<boolean> {
    const entry = this.of(accountId).get(id);
    if (!entry) return false;
    const { follower, items, votes } = entry;
    const isUsed = follower.confirmed_at ?? follower.no_mail_at ?? follower.changelog_asked_at;
    if (isUsed !== null || items.size + votes.size > 0) return false;
    return this.removeByEmail(accountId, follower.email);
  }

  async listItems(accountId: string, id: string, limit: number): Promise<readonly FollowedItem[]> {
    return [...(this.of(accountId).get(id)?.items.values() ?? [])]
      .sort((a, b) => (a.created_at + a.feedback_id < b.created_at + b.feedback_id ? 1 : -1))
      .slice(0, limit);
  }

  async sentTexts(accountId: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, SentTexts>> {
    const sent = this.items
      .changesOf(accountId)
      .flatMap((change) =>
        change.kind === 'created' && itemIds.includes(change.item.id) ? [change.item] : [],
      )
      .filter(({ source }) => source === 'form' || source === 'widget');
    return new Map(sent.map(({ id, title, description }) => [id, { title, description }]));
  }

  async removeByEmail(accountId: string, email: string): Promise<boolean> {
    const entry = this.entryOf(accountId, email.toLowerCase());
    if (!entry) return false;
    this.dropMessages(entry.follower.id);
    return this.of(accountId).delete(entry.follower.id);
  }

  async listAll(accountId: string, after: string | null, limit: number): Promise<readonly FollowerEntry[]> {
    const found = [...this.of(accountId).values()]
      .map(({ follower }) => follower)
      .filter(({ id }) => after === null || id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    return Promise.all(
      found.map(async (follower) => ({
        follower,
        items: await this.listItems(accountId, follower.id, FOLLOWED_MAX),
        votes: [...this.of(accountId).get(follower.id)!.votes.values()].toSorted(byItem),
      })),
    );
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private dropMessages(followerId: string): void {
    this.drop((waiting) => waiting.followerId === followerId);
  }

  private drop(isDropped: (waiting: (typeof this.outbox)[number]) => boolean): void {
    const kept = this.outbox.filter((waiting) => waiting.isSent || !isDropped(waiting));
    this.outbox.splice(0, Infinity, ...kept);
  }

  /** Set by the repository of messages about status. Whether a stopped item was the reason of the message `about`. */
  isAbout = (_accountId: string, _itemId: string, _entry: Entry, _about: string | undefined): boolean =>
    false;

  /** Set by the repository of messages about status. */
  isAboutEntry = (_about: string | undefined): boolean => false;

  /** The followers who want messages of a kind, in the order of their IDs. */
  wanting(accountId: string, wants: (entry: Entry) => boolean): readonly Follower[] {
    return [...this.of(accountId).values()]
      .filter((entry) => entry.follower.confirmed_at && !entry.follower.no_mail_at && wants(entry))
      .map(({ follower }) => follower)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Adds a confirmed follower who is not known yet. */
  addConfirmed(accountId: string, itemId: string, email: string): void {
    const at = '2026-03-03T10:00:00.000Z';
    const follow = { email, language: null, isConfirmed: true, id: idAt(at), generation: 'g', at };
    const items = new Map([[itemId, { feedback_id: itemId, created_at: at, stopped_at: null }]]);
    this.of(accountId).set(follow.id, {
      follower: newFollower(accountId, follow),
      items,
      told: new Map(),
      votes: new Map(),
    });
  }

  isFollowing = (accountId: string, followerId: string, itemId: string): boolean =>
    this.of(accountId).get(followerId)?.items.has(itemId) ?? false;

  entryOf(accountId: string, email: string): Entry | undefined {
    return [...this.of(accountId).values()].find(({ follower }) => follower.email === email);
  }

  accountIds = (): readonly string[] => [...this.accounts.keys()];

  of(accountId: string): Map<string, Entry> {
    let entries = this.accounts.get(accountId);
    if (!entries) this.accounts.set(accountId, (entries = new Map()));
    return entries;
  }
}

/** The newest item first. */
export const byItem = (one: WaitingVote, other: WaitingVote): number =>
  one.feedback_id < other.feedback_id ? 1 : -1;
