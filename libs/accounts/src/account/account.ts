import { DomainError, type Issue, type Valid } from '@libs/kernel';
import { changedForm, NEW_FORM, type FormChange, type FormSettings } from '../form-settings/form-settings';
import type { IdentityKey } from '../identity/identity-key';
import { NEW_PUBLIC_PAGES, type PublicPages } from '../public-pages/public-pages';
import { ACCOUNT_NAME_MAX, SLUG_MAX, type Plan } from '../limits';
import { isSlug, RESERVED_SLUGS, type NewAccount } from './account.rules';

/** Has feedback items, API keys, and a form. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** The form is at `/f/<slug>`. A slug or alias belongs to one account only. */
  readonly slug: string;
  /** Previous slugs, newest first. Links and widgets that use them keep working. */
  readonly aliases: readonly string[];
  readonly plan: Plan;
  /** When the operator suspended the account; null if it is active (operator.md 7). */
  readonly suspendedAt: Date | null;
  /** Whether everyone needs a second factor to use the dashboard (second-factor.md 5). */
  readonly requiresSecondFactor: boolean;
  readonly form: FormSettings;
  readonly publicPages: PublicPages;
  /** What verifies tokens of the customer's application, the oldest first (identity.md 2). */
  readonly identityKeys: readonly IdentityKey[];
  /** Time of the first submission through the form; null if there was none. */
  readonly formUsedAt: Date | null;
  readonly createdAt: Date;
}

/** High enough for published links, low enough that accounts can't reserve many slugs. The oldest is released first. */
const MAX_ALIASES = 20;

/** Creates an account with the default form. */
export function newAccount(
  { name, slug = suggestedSlug(name), plan = 'free' }: Pick<Valid<NewAccount>, 'name' | 'slug' | 'plan'>,
  id: string,
  now: Date,
): Account {
  return {
    id,
    name,
    slug,
    aliases: [],
    plan,
    suspendedAt: null,
    requiresSecondFactor: false,
    form: NEW_FORM,
    publicPages: NEW_PUBLIC_PAGES,
    identityKeys: [],
    formUsedAt: null,
    createdAt: now,
  };
}

export function withForm(account: Account, change: Valid<FormChange>): Account {
  return {
    ...account,
    ...slugChange(account, change.slug ?? account.slug),
    form: changedForm(account.form, change),
  };
}

/** The old slug becomes an alias; an alias can become the slug again. */
function slugChange({ slug, aliases }: Account, next: string): Pick<Account, 'slug' | 'aliases'> {
  if (next === slug) return { slug, aliases };
  const others = aliases.filter((alias) => alias !== next);
  return { slug: next, aliases: [slug, ...others].slice(0, MAX_ALIASES) };
}

/** Returns every slug that opens the account's form. */
export const slugsOf = ({ slug, aliases }: Pick<Account, 'slug' | 'aliases'>): readonly string[] => [
  slug,
  ...aliases,
];

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
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
 * Derives the n-th valid slug from a name: `acme`, `acme-2`, `acme-3`. Adds the word `feedback` if the name gives no
 * valid slug: without Latin letters, too short, or reserved.
 */
export function suggestedSlug(name: string, n = 1): string {
  const tail = n === 1 ? '' : `-${n}`;
  const base = hyphenated(name)
    .slice(0, SLUG_MAX - tail.length)
    .replace(/-$/, '');
  const free = isSlug(base) && !RESERVED_SLUGS.has(base);
  const slug = free ? base : `${base}-feedback`.replace(/^-/, '');
  return slug + tail;
}

/** Cuts names that are too long, and which are rejected elsewhere. */
function hyphenated(name: string): string {
  return name
    .slice(0, 2 * ACCOUNT_NAME_MAX)
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => TRANSLITERATIONS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}+|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

export const accountJson = ({ id, name, slug, plan, createdAt }: Account) => ({
  id,
  name,
  slug,
  plan,
  created_at: createdAt.toISOString(),
});

/** The settings of the account's form, which is at this URL. */
export const formJson = ({ slug, aliases, form }: Account, url: string) => ({
  slug,
  open: form.open,
  heading: form.heading,
  introduction: form.introduction,
  thanks: form.thanks,
  accent: form.accent,
  email_field: form.emailField,
  language: form.language,
  receipts: form.receipts,
  status_messages: form.statusMessages,
  require_identity: form.requireIdentity,
  url,
  aliases,
});

/** Values that are unique over all accounts. */
export type UniqueField = 'slug' | 'email';

const TAKEN_ISSUES: Readonly<Record<UniqueField, Issue>> = {
  slug: { param: 'slug', code: 'slug_taken', message: 'This slug is already taken' },
  email: {
    param: 'email',
    code: 'email_taken',
    message: 'An account with this email address already exists',
  },
};

export function takenError(fields: readonly UniqueField[]): DomainError {
  const issues = fields.map((field) => TAKEN_ISSUES[field]);
  return new DomainError('conflict', issues[0]!.code, issues[0]!.message, { issues });
}

export function accountNotFound(): DomainError {
  return new DomainError('not_found', 'account_not_found', 'Account not found');
}

/** Requests of a suspended account return this error (operator.md 7). */
export const accountSuspended = (): DomainError =>
  new DomainError(
    'permission',
    'account_suspended',
    'This account is suspended. Contact the operator of this service.',
  );

/** @throws DomainError `not_found` */
export function requireFound(account: Account | null): Account {
  if (!account) throw accountNotFound();
  return account;
}
