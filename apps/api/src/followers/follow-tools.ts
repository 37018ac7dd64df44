import type { Account, AccountUseCases } from '@libs/accounts';
import {
  linkInvalid,
  type FeedbackUseCases,
  type Follower,
  type FollowerUseCases,
  type WaitingVoteUseCases,
} from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../http/address-limit';
import { readerOf } from '../languages/reader';
import type { FollowTokens } from '../visitor-pages/follow-token';
import { formPath, policyOf } from '../visitor-pages/frame';
import { visitedAccount } from '../visitor-pages/visitor-account';
import { personErrorPage } from './person.page';
import { PERSON_STYLE } from './person.style';

export const PERSON_ROUTE = { errorPage: personErrorPage, bodyLimit: 16_384 };

/** Limits by IP address: of requests for links, of invalid links, and of exports and erasures (rate-limits.md 7). */
export interface FollowLimits {
  readonly links: AddressLimit;
  readonly invalid: AddressLimit;
  readonly data: AddressLimit;
}

/** What the pages of people use. */
export class FollowTools {
  constructor(
    readonly accounts: AccountUseCases,
    readonly followers: FollowerUseCases,
    readonly votes: WaitingVoteUseCases,
    readonly feedback: Pick<FeedbackUseCases, 'read'>,
    readonly tokens: FollowTokens,
    readonly limits: FollowLimits,
  ) {}

  /** @throws DomainError as `visitedAccount` */
  async visited(slug: string, request: FastifyRequest, reply: FastifyReply): Promise<Account> {
    reply.headers({ 'x-robots-tag': 'noindex', 'content-security-policy': policyOf(PERSON_STYLE, null) });
    const account = await visitedAccount(this.accounts, slug, request);
    reply.header('content-security-policy', policyOf(PERSON_STYLE, account.form.accent));
    return account;
  }

  /** @throws DomainError `link_invalid`, or of kind `rate_limit` */
  async follower(account: Account, token: string, { ip }: FastifyRequest): Promise<Follower> {
    const id = this.tokens.claimed(token);
    const follower = id === null ? null : await this.followers.find(account.id, id);
    if (follower && this.tokens.verify(token, follower)) return follower;
    await this.limits.invalid.count(ip);
    throw linkInvalid();
  }
}

/** @param token of a valid link */
export const shownOf = (account: Account, token: string, request: FastifyRequest) => ({
  account,
  reader: readerOf(request),
  path: `${formPath(account)}/me/${token}`,
});
