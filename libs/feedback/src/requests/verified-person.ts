import { emailRule, nullable, readFields, isObject, optional, textRule, type Rule } from '@libs/kernel';
import { REQUEST_DETAILS } from './request';

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

/** Reads the claims about the person, with the rules of requests. Ignores all others. */
export const verifiedPersonRule: Rule<VerifiedPerson> = {
  schema: {},
  read(value, _param, issues) {
    const claims = readFields(CLAIMS, isObject(value) ? value : {}, '', issues);
    const { email = null, name = null, company = null, value: worth = null, locale = null } = claims;
    return { email, name, company, value: worth, locale };
  },
};
