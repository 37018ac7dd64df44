import { objectRule, optional, type Rule } from '@libs/kernel';

/** An invalid proof has the effect of none, not an error (votes.md 3). */
const anyValue: Rule<unknown> = { schema: {}, read: (value) => value };

/** The body of a vote. */
export const voteRule = objectRule({ proof: optional(anyValue) });

/** The response to a vote, or to taking one back (votes.md 1). */
export const voteJson = ({ id }: { readonly id: string }, voted: boolean) => ({ data: { id, voted } });
