import { VOTER_FIELDS } from '@libs/feedback';
import { objectRule, optional, stringRule, type Rule } from '@libs/kernel';

/** An invalid proof has the effect of none, not an error (votes.md 3). */
const anyValue: Rule<unknown> = { schema: {}, read: (value) => value };

/** The body of a vote. */
export const voteRule = objectRule({
  email: optional(VOTER_FIELDS.email),
  name: optional(VOTER_FIELDS.name),
  proof: optional(anyValue),
  token: optional(stringRule),
});
export const TYPED_VOTE = ['email', 'name'] as const;

/** The response to a vote, or to taking one back (votes.md 1). */
export const voteJson = ({ id }: { readonly id: string }, voted: boolean) => ({ data: { id, voted } });

/** The response to a vote with an address, which must be confirmed (votes.md 9). */
export const waitingVoteJson = ({ id }: { readonly id: string }) => ({
  data: { id, voted: true, confirm: true },
});
