import type { Clock } from '@libs/kernel';
import { feedbackNotFound } from '../items/feedback';
import type { PublicCardFinder, ShownCard } from '../public-cards/public-card.ports';
import type { StorageLimit } from '../storage/storage-limit';
import {
  cardEnded,
  cardNotFound,
  isOpenForVotes,
  VOTE_DAYS,
  votingClosed,
  votingHour,
  type VotingNetwork,
} from './vote';
import type { VoteRepository, VoteSummary } from './vote.ports';

const DAY_MS = 86_400_000;
/** Sources with more votes in the account are shown to the team, at most as many (votes.md 6). */
const SOURCE_LEAST = 10;
const SOURCES_MAX = 20;

/** Use cases of votes (votes.md 1). */
export class VoteUseCases {
  constructor(
    private readonly votes: VoteRepository,
    private readonly cards: Pick<PublicCardFinder, 'find'>,
    private readonly clock: Clock,
    private readonly storage: StorageLimit,
  ) {}

  /**
   * Returns the card that a vote for this item counts for: that of the target of a merged item.
   * @throws DomainError `not_found`, `gone`
   */
  async card(accountId: string, id: string): Promise<ShownCard> {
    const found = await this.cards.find(accountId, id.toLowerCase());
    if (found.kind === 'card') return found.card;
    if (found.kind === 'merged') return this.card(accountId, found.into);
    throw found.kind === 'none' ? cardNotFound() : cardEnded();
  }

  /** @throws DomainError `conflict` if the card has another status, or the account is full */
  assertOpen(accountId: string, { status }: ShownCard): void {
    if (!isOpenForVotes(status)) throw votingClosed();
    this.storage.assertBelowStorageLimit(accountId);
  }

  /** Adds the vote of a network, unless it has one. */
  async vote(accountId: string, { id }: ShownCard, network: VotingNetwork): Promise<void> {
    await this.votes.add(accountId, id, network, votingHour(this.clock()));
  }

  async withdraw(accountId: string, { id }: ShownCard, { voters }: VotingNetwork): Promise<void> {
    await this.votes.withdraw(accountId, id, voters);
  }

  /** @throws DomainError `not_found` */
  async summary(accountId: string, itemId: string): Promise<VoteSummary> {
    const since = new Date(this.clock().getTime() - DAY_MS).toISOString();
    const query = { since, least: SOURCE_LEAST, limit: SOURCES_MAX };
    const summary = await this.votes.summary(accountId, itemId.toLowerCase(), query);
    if (!summary) throw feedbackNotFound();
    return summary;
  }

  /** Removes all votes of a wider network on one day, and returns how many there were. */
  async removeSource(accountId: string, source: string): Promise<number> {
    return this.votes.removeSource(accountId, source);
  }

  /** Deletes the hashes of networks that are no longer compared (votes.md 2). */
  async forgetNetworks(): Promise<void> {
    await this.votes.forgetNetworks(
      new Date(this.clock().getTime() - (VOTE_DAYS + 1) * DAY_MS).toISOString(),
    );
  }

  /** Deletes all votes of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.votes.removeAll(accountId);
  }
}
