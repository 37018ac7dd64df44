import { VISITOR, type Instant } from '@libs/kernel';
import {
  addressOf,
  confirmedRequest,
  REQUESTS_MAX,
  votedRequest,
  WAITING_MAX,
  type AddressVote,
  type ComposeConfirmation,
  type Feedback,
  type Follower,
  type VoteConfirmation,
  type WaitingCard,
  type WaitingVote,
  type WaitingVoteRepository,
} from '../../src';
import {
  byItem,
  type Entry,
  type InMemoryFollowerRepository,
} from '../followers/in-memory-follower-repository';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import type { InMemoryRequestRepository } from '../requests/in-memory-request-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryWaitingVoteRepository implements WaitingVoteRepository {
  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly followers: InMemoryFollowerRepository,
    private readonly requests: InMemoryRequestRepository,
  ) {}

  async add(
    accountId: string,
    itemId: string,
    { follow, name }: AddressVote,
    compose: ComposeConfirmation,
  ): Promise<void> {
    const item = this.items.itemOf(accountId, itemId);
    if (!item?.public || item.merged_into !== null || this.isConfirmed(item, follow.email)) return;
    const entry = this.followers.upsert(accountId, follow);
    if (!entry.votes.has(itemId) && entry.votes.size < WAITING_MAX)
      entry.votes.set(itemId, { feedback_id: itemId, name, created_at: follow.at });
    const cards = this.cardsOf(entry);
    if (!cards.some(({ id }) => id === itemId)) return;
    const titles = cards.map(({ public: card }) => card!.title);
    this.followers.send(entry, new Date(follow.at), (to) => compose(to, titles));
  }

  async cards(accountId: string, followerId: string): Promise<readonly WaitingCard[]> {
    const entry = this.followers.of(accountId).get(followerId);
    return entry ? this.cardsOf(entry).map(({ id, public: card }) => ({ id, title: card!.title })) : [];
  }

  async list(accountId: string, followerId: string): Promise<readonly WaitingVote[]> {
    return [...(this.followers.of(accountId).get(followerId)?.votes.values() ?? [])].toSorted(byItem);
  }

  async discard(accountId: string, followerId: string, cardId: string): Promise<void> {
    const entry = this.followers.of(accountId).get(followerId);
    if (entry) this.drop(entry, [cardId]);
  }

  async confirm(
    accountId: string,
    followerId: string,
    { change, now, newId }: VoteConfirmation,
  ): Promise<Follower | null> {
    const entry = this.followers.of(accountId).get(followerId);
    if (!entry) return null;
    entry.follower = change(entry.follower);
    const { email } = entry.follower;
    for (const card of this.cardsOf(entry)) {
      const all = this.requests.requestsOf(card);
      const same = all.find((request) => addressOf(request) === email);
      if (!same && all.length > REQUESTS_MAX) continue;
      const request = same
        ? confirmedRequest(same, now)
        : votedRequest(accountId, card.id, { email, name: this.nameOf(entry, card) }, { id: newId(), now });
      this.requests.replace(request, VISITOR);
      if (!same) this.requests.record('request_created', request, VISITOR);
      this.followers.start(entry, card.id, now.toISOString());
      this.drop(entry, [card.id]);
    }
    return entry.follower;
  }

  async removeByEmail(accountId: string, email: string): Promise<void> {
    this.followers.entryOf(accountId, email.toLowerCase())?.votes.clear();
  }

  async forget(before: Instant): Promise<void> {
    for (const accountId of this.followers.accountIds())
      for (const entry of this.followers.of(accountId).values()) {
        const { follower, votes, items } = entry;
        const ended = [...votes.values()].filter(({ created_at: at }) => at < before);
        for (const vote of ended) votes.delete(vote.feedback_id);
        const asked = follower.changelog_asked_at;
        const hasEnded = asked !== null && asked < before;
        if (hasEnded) entry.follower = { ...follower, changelog_asked_at: null };
        const isKept =
          follower.confirmed_at !== null || follower.no_mail_at !== null || (asked !== null && !hasEnded);
        if ((ended.length > 0 || hasEnded) && !isKept && votes.size + items.size === 0)
          await this.followers.removeByEmail(accountId, follower.email);
      }
  }

  /** The items whose cards the votes count for, each once, the newest first. */
  private cardsOf({ follower, votes }: Entry): readonly Feedback[] {
    const found = [...votes.keys()].map((id) => this.cardOf(follower.accountId, id));
    return [...new Set(found)]
      .filter(({ public: card }) => card !== null)
      .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  }

  private cardOf(accountId: string, id: string): Feedback {
    const item = this.items.itemOf(accountId, id)!;
    return item.merged_into === null ? item : this.items.itemOf(accountId, item.merged_into)!;
  }

  private nameOf({ follower, votes }: Entry, { id }: Feedback): string | null {
    const own = [...votes.values()].filter(
      (vote) => this.cardOf(follower.accountId, vote.feedback_id).id === id,
    );
    const placeOf = (vote: WaitingVote) => vote.created_at + vote.feedback_id;
    return own.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))[0]!.name;
  }

  private drop({ follower, votes }: Entry, cardIds: readonly string[]): void {
    for (const id of votes.keys())
      if (cardIds.includes(this.cardOf(follower.accountId, id).id)) votes.delete(id);
  }

  private isConfirmed({ accountId, id }: Feedback, email: string): boolean {
    return this.items
      .groupsOf(accountId)
      .groupOf(id)
      .flatMap((one) => this.requests.requestsOf(this.items.itemOf(accountId, one)!))
      .some((request) => addressOf(request) === email.toLowerCase() && request.confirmed_at !== null);
  }
}
