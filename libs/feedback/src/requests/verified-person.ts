import { emailRule, isObject, nullable, optional, readFields, textRule, type Rule } from '@libs/kernel';
import type { NewFollow } from '../followers/follower';
import type { Feedback } from '../items/feedback';
import { REQUEST_DETAILS, submissionOf, verifiedRequest, type FeedbackRequest } from './request';
import { totalsOf } from './totals';

const LOCALE_MAX = 35;
const CLAIMS = {
  email: optional(nullable(emailRule)),
  name: REQUEST_DETAILS.name,
  company: REQUEST_DETAILS.company,
  value: REQUEST_DETAILS.value,
  locale: optional(nullable(textRule(LOCALE_MAX))),
};

/** What an identity token says about a person (identity.md 1). */
export interface VerifiedPerson {
  readonly email: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly value: number | null;
  /** A language tag. */
  readonly locale: string | null;
}

/** Who sends an item, as an identity token says. */
export interface ItemSender {
  readonly person: VerifiedPerson;
  /** How the address of the person follows the item; null without one. */
  readonly follow: NewFollow | null;
  /**
   * Stores the item, and uses the token up unless `store` rejects.
   * @throws DomainError `validation` `identity_invalid` if it was used before; as `store`
   */
  use<T>(store: () => Promise<T>): Promise<T>;
}

/** Reads the claims about the person, with the rules of requests. Ignores all others. */
export const verifiedPersonRule: Rule<VerifiedPerson> = {
  schema: {},
  read(value, _param, issues) {
    const claims = readFields(CLAIMS, isObject(value) ? value : {}, '', issues);
    const { email = null, name = null, company = null, value: worth = null, locale = null } = claims;
    return { email, name, company, value: worth, locale };
  },
};

/** A new item, and what is stored of its submission besides. */
export type SubmittedFeedback = Feedback & { readonly submission?: FeedbackRequest };

/** Returns the new item as one of this person, whose address replaces any other (identity.md 5). */
export function submittedBy(
  { email, name, company, value }: VerifiedPerson,
  item: Feedback,
): SubmittedFeedback {
  const verified = { ...item, submitter_email: email, verified: true };
  const request = { ...submissionOf(verified), name, company, value };
  const submission = verifiedRequest(request, item.created_at);
  return { ...verified, ...totalsOf([submission]), submission };
}
