import type { Account, AccountUseCases } from '@libs/accounts';
import { votesDisabled, type ShownCard, type VoteUseCases } from '@libs/feedback';
import type { AddressLimit } from '../http/address-limit';
import type { VotingNetworks } from './voting-networks';

/** Knows which votes must not count (votes.md 3). */
interface VoteFilter {
  isUnproven(accountId: string, ip: string, proof: unknown): Promise<boolean>;
}

/** Votes of the networks of requests. */
export class VoteTools {
  constructor(
    readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    readonly votes: VoteUseCases,
    readonly limit: AddressLimit,
    private readonly networks: VotingNetworks,
    private readonly filter: VoteFilter,
  ) {}

  /**
   * Adds a vote of the network for a card, unless it has one or is suspicious. Returns the card.
   * @throws DomainError `permission`, `not_found`, `gone`, `conflict`
   */
  async vote(
    { id: accountId, publicPages }: Pick<Account, 'id' | 'publicPages'>,
    id: string,
    ip: string,
    proof: unknown,
  ): Promise<ShownCard> {
    if (!publicPages.votes) throw votesDisabled();
    const card = await this.votes.card(accountId, id);
    this.votes.assertOpen(accountId, card);
    if (!(await this.filter.isUnproven(accountId, ip, proof)))
      await this.votes.vote(accountId, card, this.networks.of(accountId, card.id, ip));
    return card;
  }

  /** @throws DomainError `permission`, `not_found`, `gone` */
  async withdraw(
    { id: accountId, publicPages }: Pick<Account, 'id' | 'publicPages'>,
    id: string,
    ip: string,
  ): Promise<ShownCard> {
    if (!publicPages.votes) throw votesDisabled();
    const card = await this.votes.card(accountId, id);
    await this.votes.withdraw(accountId, card, this.networks.of(accountId, card.id, ip));
    return card;
  }
}
