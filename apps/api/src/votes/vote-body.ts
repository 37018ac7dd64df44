import { objectRule, optional, type Rule } from '@libs/kernel';

/** An invalid proof has the effect of none, not an error (votes.md 3). */
const anyValue: Rule<unknown> = { schema: {}, read: (value) => value };

/** The body of a vote. */
export const voteRule = objectRule({ proof: optional(anyValue) });
