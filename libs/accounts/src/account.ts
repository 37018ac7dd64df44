import { DomainError } from '@libs/kernel';
import { NEW_FORM, type FormSettings } from './form-settings';
import { Input } from './input';

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Whose feedback it is: what a key, an owner and a form belong to. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Where the form stands, `/f/<slug>`; one account's only. */
  readonly slug: string;
  readonly plan: Plan;
  readonly form: FormSettings;
  readonly createdAt: Date;
}

export const ACCOUNT_NAME_MAX = 100;
export const SLUG_MIN = 3;
export const SLUG_MAX = 50;
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that stand for the product's own pages, or would make a form look like one of them. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account admin api app assets auth billing blog contact dashboard docs embed forms health healthz
  help home internal legal login logout mcp new null operator owner password pricing privacy pro readyz root security
  session settings sign-in sign-up signin signup static status support system terms thanks token undefined v1 webhook
  webhooks widget www`.split(/\s+/),
);

export function isSlug(text: string): boolean {
  return text.length >= SLUG_MIN && text.length <= SLUG_MAX && SLUG_PATTERN.test(text);
}

export interface NewAccount {
  readonly name: string;
  readonly slug: string;
  readonly plan: Plan;
}

/** The account that an input becomes; what is wrong with it is noted in `input`. */
export function newAccount(input: Input, given: NewAccount, id: string, now: Date): Account {
  return {
    id,
    name: input.line(given.name, 'name', ACCOUNT_NAME_MAX),
    slug: slugIn(input, given.slug),
    plan: input.oneOf(given.plan, 'plan', PLANS),
    form: NEW_FORM,
    createdAt: now,
  };
}

function slugIn(input: Input, slug: string): string {
  if (!isSlug(slug)) {
    const rule = `must be ${SLUG_MIN} to ${SLUG_MAX} lower-case letters, digits and single hyphens between them`;
    input.invalidValue('slug', rule);
  } else if (RESERVED_SLUGS.has(slug)) {
    input.invalidValue('slug', 'this word is reserved');
  }
  return slug;
}

/** @throws DomainError `validation` when the plan is none */
export function onPlan(account: Account, plan: Plan): Account {
  const input = new Input();
  input.oneOf(plan, 'plan', PLANS);
  input.refuse();
  return plan === account.plan ? account : { ...account, plan };
}

/** Letters that Unicode does not take apart into a Latin letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * A legal slug that reminds of the name, the n-th of its kind: `acme`, `acme-2`, `acme-3`. A name that makes none
 * (no Latin letters, too short, reserved) is helped out with the word `feedback`.
 */
export function suggestedSlug(name: string, n = 1): string {
  const tail = n === 1 ? '' : `-${n}`;
  const wanted = hyphenated(name)
    .slice(0, SLUG_MAX - tail.length)
    .replace(/-$/, '');
  const free = isSlug(wanted) && !RESERVED_SLUGS.has(wanted);
  const slug = free ? wanted : `${wanted}-feedback`.replace(/^-/, '');
  return slug + tail;
}

function hyphenated(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}+|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

export function accountNotFound(): DomainError {
  return new DomainError('not_found', 'account_not_found', 'Account not found');
}
