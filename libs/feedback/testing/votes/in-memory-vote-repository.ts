import type { Instant } from '@libs/kernel';
import type { VoteRepository, VoteSource, VoteSummary, VotingNetwork } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

interface Vote {
  readonly itemId: string;
  readonly voter: string | null;
  readonly source: string | null;
  readonly at: Instant;
}

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryVoteRepository implements VoteRepository {
  private readonly accounts = new Map<string, readonly Vote[]>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, itemId) => {
      const kept = this.of(accountId).filter((vote) => itemId !== undefined && vote.itemId !== itemId);
      this.accounts.set(accountId, kept);
    });
  }

  async add(accountId: string, itemId: string, network: VotingNetwork, at: Instant): Promise<void> {
    const { voters, source } = network;
    const item = this.items.itemOf(accountId, itemId);
    if (!item?.public || item.merged_into !== null) return;
    const isKnown = ({ voter, ...vote }: Vote) =>
      vote.itemId === itemId && voter !== null && voters.includes(voter);
    if (this.of(accountId).some(isKnown)) return;
    const vote = { itemId, voter: voters[0], source, at };
    this.accounts.set(accountId, [...this.of(accountId), vote]);
    this.counted(accountId, [vote], 1);
  }

  async withdraw(accountId: string, itemId: string, voters: VotingNetwork['voters']): Promise<void> {
    this.remove(
      accountId,
      (vote) => this.isOf(accountId, itemId, vote) && vote.voter !== null && voters.includes(vote.voter),
    );
  }

  async summary(
    accountId: string,
    itemId: string,
    { since, least, limit }: { readonly since: Instant; readonly least: number; readonly limit: number },
  ): Promise<VoteSummary | null> {
    if (!this.items.itemOf(accountId, itemId)) return null;
    const own = this.of(accountId).filter((vote) => this.isOf(accountId, itemId, vote));
    const names = [...new Set(own.flatMap(({ source }) => source ?? []))];
    const sources = names.map((source): VoteSource => {
      const votes = own.filter((vote) => vote.source === source);
      const all = this.of(accountId).filter((vote) => vote.source === source);
      const [first] = votes.map(({ at }) => at).toSorted();
      return { source, since: first!, votes: votes.length, votesInAccount: all.length };
    });
    return {
      recent: own.filter(({ at }) => at > since).length,
      sources: sources
        .filter(({ votesInAccount }) => votesInAccount > least)
        .toSorted((a, b) => b.votes - a.votes || (a.source < b.source ? -1 : 1))
        .slice(0, limit),
    };
  }

  async removeSource(accountId: string, source: string): Promise<number> {
    return this.remove(accountId, (vote) => vote.source === source);
  }

  async forgetNetworks(before: Instant): Promise<void> {
    for (const [accountId, votes] of this.accounts)
      this.accounts.set(
        accountId,
        votes.map((vote) => (vote.at < before ? { ...vote, voter: null, source: null } : vote)),
      );
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private isOf(accountId: string, itemId: string, vote: Vote): boolean {
    const item = this.items.itemOf(accountId, vote.itemId);
    return vote.itemId === itemId || item?.merged_into === itemId;
  }

  private remove(accountId: string, isRemoved: (vote: Vote) => boolean): number {
    const removed = this.of(accountId).filter(isRemoved);
    this.accounts.set(
      accountId,
      this.of(accountId).filter((vote) => !removed.includes(vote)),
    );
    this.counted(accountId, removed, -1);
    return removed.length;
  }

  private counted(accountId: string, votes: readonly Vote[], difference: 1 | -1): void {
    for (const { itemId } of votes) this.items.addVote(accountId, itemId, difference);
  }

  private of = (accountId: string): readonly Vote[] => this.accounts.get(accountId) ?? [];
}
