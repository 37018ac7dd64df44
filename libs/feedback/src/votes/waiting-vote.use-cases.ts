import type { Clock, NewId } from '@libs/kernel';
import { FOLLOWER_CHANGES, type Follower } from '../followers/follower';
import type { StoredMessage } from '../followers/follower.ports';
import { linkInvalid, type FollowedAccount } from '../followers/follower.use-cases';
import { WAITING_DAYS, type WaitingCard } from './waiting-vote';
import type { WaitingVoteRepository } from './waiting-vote.ports';

const DAY_MS = 86_400_000;

/** Who votes, as it was entered on a page in a language. */
export interface Voter {
  readonly email: string;
  readonly name?: string | undefined;
  /** Null if it was not entered on a page of this service. */
  readonly language: string | null;
}

/** Makes the message that asks to confirm votes. */
export interface ConfirmationMail {
  voteConfirmation(account: FollowedAccount, follower: Follower, titles: readonly string[]): StoredMessage;
}

/** `votes` leaves messages off for a person who wants none. */
export type Confirmation = 'confirm' | 'votes';
export const isConfirmation = (action: unknown): action is Confirmation =>
  action === 'confirm' || action === 'votes';

/** Use cases of votes with an address (votes.md 9). */
export class WaitingVoteUseCases {
  constructor(
    private readonly ports: {
      readonly waiting: WaitingVoteRepository;
      /** Null without mail. */
      readonly mail: ConfirmationMail | null;
    },
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly newGeneration: () => string,
  ) {}

  /** Whether votes can have an address. */
  get hasMail(): boolean {
    return this.ports.mail !== null;
  }

  /** The vote waits until the person confirms it. No effect without mail. */
  async vote(account: FollowedAccount, cardId: string, { email, name, language }: Voter): Promise<void> {
    const { waiting, mail } = this.ports;
    if (!mail) return;
    const now = this.clock();
    const follow = {
      email,
      language,
      isConfirmed: false,
      id: this.newId(now),
      generation: this.newGeneration(),
      at: now.toISOString(),
    };
    await waiting.add(account.id, cardId, { follow, name: name ?? null }, (follower, titles) =>
      mail.voteConfirmation(account, follower, titles),
    );
  }

  /** The public cards that the person has not confirmed a vote for. */
  cards({ accountId, id }: Follower): Promise<readonly WaitingCard[]> {
    return this.ports.waiting.cards(accountId, id);
  }

  async discard({ accountId, id }: Follower, cardId: string): Promise<void> {
    await this.ports.waiting.discard(accountId, id, cardId.toLowerCase());
  }

  /**
   * Confirms the address and its votes.
   * @throws DomainError `not_found` if the follower was erased in the meantime
   */
  async confirm({ accountId, id }: Follower, how: Confirmation): Promise<Follower> {
    const now = this.clock();
    const change = (follower: Follower) => FOLLOWER_CHANGES[how](follower, now.toISOString());
    const confirmed = await this.ports.waiting.confirm(accountId, id, {
      change,
      now,
      newId: () => this.newId(now),
    });
    if (!confirmed) throw linkInvalid();
    return confirmed;
  }

  /** Deletes votes that were not confirmed in time. */
  async forget(): Promise<void> {
    const before = new Date(this.clock().getTime() - WAITING_DAYS * DAY_MS);
    await this.ports.waiting.forget(before.toISOString());
  }
}
