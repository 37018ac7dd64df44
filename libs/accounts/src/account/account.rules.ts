import {
  booleanRule,
  emailRule,
  invalidValue,
  isText,
  nameRule,
  objectRule,
  oneOf,
  optional,
  required,
  stringRule,
  type ObjectRule,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { ACCOUNT_NAME_MAX, PLANS, SLUG_MAX, SLUG_MIN, SLUG_PATTERN } from '../limits';
import { personNameRule } from '../people/person.rules';
import { passwordIn, type CommonPasswords } from './password';

const accountNameRule = nameRule(ACCOUNT_NAME_MAX);
const planRule = oneOf(PLANS);

/** Paths of the product's pages, and words that would make a form look like such a page. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account admin api app assets auth billing blog contact dashboard docs embed forms health healthz
  help home internal legal login logout mcp new null operator owner password pricing privacy pro readyz root security
  session settings sign-in sign-up signin signup static status support system terms thanks token undefined v1 webhook
  webhooks widget www`.split(/\s+/),
);

export function isSlug(text: string): boolean {
  return text.length >= SLUG_MIN && text.length <= SLUG_MAX && SLUG_PATTERN.test(text);
}

const SLUG_DEMAND = `must be ${SLUG_MIN} to ${SLUG_MAX} lowercase letters, digits, and single hyphens between them`;

export const slugRule: Rule<string> = {
  schema: { type: 'string', minLength: SLUG_MIN, maxLength: SLUG_MAX, pattern: SLUG_PATTERN.source },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (!isSlug(value)) issues.push(invalidValue(param, SLUG_DEMAND));
    else if (RESERVED_SLUGS.has(value)) issues.push(invalidValue(param, 'must not be a reserved word'));
    return value;
  },
};

const NEW_ACCOUNT = {
  name: required(accountNameRule),
  /** Default: derived from the name. */
  slug: optional(slugRule),
  plan: optional(planRule),
  /** Name of the owner. Default: derived from the email address. */
  person_name: optional(personNameRule),
  email: required(emailRule),
  password: required(stringRule),
};
const { plan: _plan, ...SIGN_UP } = NEW_ACCOUNT;

/** The input of a new account and its owner. */
export type NewAccount = ValuesOf<typeof NEW_ACCOUNT>;

export const newAccountRule = (common: CommonPasswords) => withPassword(objectRule(NEW_ACCOUNT), common);

export const signUpRule = (common: CommonPasswords) => withPassword(objectRule(SIGN_UP), common);

/** Also checks the password against the given name and email address, so that one error has every issue. */
function withPassword<T extends NewAccount>(rule: ObjectRule<T>, common: CommonPasswords): ObjectRule<T> {
  return {
    ...rule,
    read(value, param, issues) {
      const input = rule.read(value, param, issues);
      const { name, email, password } = input;
      // `stringRule` has reported other types.
      if (typeof password !== 'string') return input;
      return { ...input, password: passwordIn(password, { accountNames: [name], email }, common, issues) };
    },
  };
}

/** Another account of a person, which is created by this person. */
export const anotherAccountRule = objectRule({ name: NEW_ACCOUNT.name });

const CHANGE = { name: optional(accountNameRule), require_second_factor: optional(booleanRule) };
/** The input of a change. Absent fields stay unchanged. */
export type AccountChange = ValuesOf<typeof CHANGE>;
export const accountChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['slug', 'plan'], verb: 'updated' },
});

const PLAN_CHANGE = { plan: required(planRule) };
export type PlanChange = ValuesOf<typeof PLAN_CHANGE>;
export const planChangeRule = objectRule(PLAN_CHANGE);
