import { Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  identityInvalid,
  problem,
  type Account,
  type AccountUseCases,
  type IdentityUseCases,
} from '@libs/accounts';
import {
  votesDisabled,
  votesNeedMail,
  type RequestUseCases,
  type ShownCard,
  type VerifiedPerson,
  type Voter,
  type VoteUseCases,
  type WaitingVoteUseCases,
} from '@libs/feedback';
import type { AddressLimit } from '../http/address-limit';
import { AfterResponse } from '../http/responses/after-response';
import type { EnteredAddressLimits } from '../visitor-pages/entered-address-limits';
import { followedAccount } from '../visitor-pages/followed-account';
import type { VotingNetworks } from './voting-networks';

type VotedAccount = Pick<
  Account,
  'id' | 'name' | 'slug' | 'aliases' | 'form' | 'publicPages' | 'identityKeys'
>;

const VOTE_NEEDS_EMAIL = problem('invalid_claim', 'The claim email is required for a vote');

/** What a vote says, and the IP address that sends it. The vote is that of its network, or of `voter` if there is one. */
export interface SentVote {
  readonly ip: string;
  readonly proof: unknown;
  readonly voter: Voter | null;
  /** An identity token, whose person votes instead. */
  readonly token?: string | undefined;
}

/** Knows which votes must not count (votes.md 3). */
interface VoteFilter {
  isUnproven(accountId: string, ip: string, proof: unknown): Promise<boolean>;
}

/** Votes of networks, and of people with an address. */
export class VoteTools implements OnModuleDestroy {
  private readonly storing = new AfterResponse(({ message }) =>
    new Logger('Votes').warn(`Could not store a vote: ${message}`),
  );

  constructor(
    readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    readonly votes: VoteUseCases,
    private readonly waiting: Pick<WaitingVoteUseCases, 'hasMail' | 'vote'>,
    readonly limit: AddressLimit,
    private readonly checks: {
      readonly networks: VotingNetworks;
      readonly filter: VoteFilter;
      readonly enteredAddresses: Pick<EnteredAddressLimits, 'count'>;
      readonly identity: Pick<IdentityUseCases<VerifiedPerson>, 'verify' | 'use'>;
      readonly requests: Pick<RequestUseCases, 'vote'>;
    },
  ) {}

  /**
   * Adds a vote for a card, unless it is suspicious, or the network has one. Returns the card. Waits for nothing that
   * depends on the address of a voter, unless a token says that it is the voter's.
   * @throws DomainError `permission`, `not_found`, `gone`, `conflict`, `rate_limit`
   */
  async vote(account: VotedAccount, id: string, { ip, proof, voter, token }: SentVote): Promise<ShownCard> {
    if (!account.publicPages.votes) throw votesDisabled();
    if (voter && !this.waiting.hasMail) throw votesNeedMail();
    const card = await this.votes.card(account.id, id);
    this.votes.assertOpen(account.id, card);
    if (token !== undefined) {
      await this.voteVerified(account, card, token);
      return card;
    }
    const isCounted = !(await this.checks.filter.isUnproven(account.id, ip, proof));
    if (isCounted && voter) {
      await this.checks.enteredAddresses.count(account.id, ip);
      this.storing.add(this.waiting.vote(followedAccount(account), card.id, voter));
    } else if (isCounted) await this.votes.vote(account.id, card, this.networkOf(account, card, ip));
    return card;
  }

  /** @throws DomainError `permission`, `not_found`, `gone` */
  async withdraw(account: VotedAccount, id: string, ip: string): Promise<ShownCard> {
    if (!account.publicPages.votes) throw votesDisabled();
    const card = await this.votes.card(account.id, id);
    await this.votes.withdraw(account.id, card, this.networkOf(account, card, ip));
    return card;
  }

  /** @throws DomainError `validation` `identity_invalid` */
  private async voteVerified(account: VotedAccount, card: ShownCard, token: string): Promise<void> {
    const { identity, requests } = this.checks;
    const verified = await identity.verify(account, token);
    const { email } = verified.person;
    if (email === null) throw identityInvalid(VOTE_NEEDS_EMAIL);
    await identity.use(account, verified, () =>
      requests.vote(account.id, card.id, { ...verified.person, email }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.storing.end();
  }

  private networkOf = ({ id: accountId }: VotedAccount, { id }: ShownCard, ip: string) =>
    this.checks.networks.of(accountId, id, ip);
}
