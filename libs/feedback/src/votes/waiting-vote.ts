import { emailRule, lineRule, type Instant, type Rule } from '@libs/kernel';
import { newRequest, type FeedbackRequest } from '../requests/request';

/** Votes of an address that wait for its confirmation at most, and for how many days (votes.md 9). */
export const WAITING_MAX = 100;
export const WAITING_DAYS = 30;
export const VOTER_NAME_MAX = 100;

/** A vote with an address that the person has not confirmed. */
export interface WaitingVote {
  readonly feedback_id: string;
  readonly name: string | null;
  readonly created_at: Instant;
}

/** The card that votes of a person count for: that of the target of a merged item. */
export interface WaitingCard {
  readonly id: string;
  readonly title: string;
}

/** What a visitor enters can be left empty. */
const orEmpty = (rule: Rule<string>): Rule<string | undefined> => ({
  schema: { anyOf: [rule.schema, { type: 'string', maxLength: 0 }] },
  read: (value, param, issues) =>
    typeof value === 'string' && value.trim() === '' ? undefined : rule.read(value, param, issues),
});

/** The rules of who votes. */
export const VOTER_FIELDS = { email: orEmpty(emailRule), name: orEmpty(lineRule(VOTER_NAME_MAX)) };

/** The request that a confirmed vote becomes. */
export const votedRequest = (
  accountId: string,
  itemId: string,
  { email, name }: { readonly email: string; readonly name: string | null },
  { id, now }: { readonly id: string; readonly now: Date },
): FeedbackRequest => ({
  ...newRequest(accountId, itemId, { email, name }, 'vote', { id, now }),
  confirmed_at: now.toISOString(),
});

/** The request of a person who asks for the item already. */
export const confirmedRequest = (request: FeedbackRequest, now: Date): FeedbackRequest => ({
  ...request,
  confirmed_at: request.confirmed_at ?? now.toISOString(),
});
