import {
  codePoints,
  EMAIL_MAX,
  invalidValue,
  throwIfInvalid,
  tooLongField,
  unstorableField,
  type Issue,
} from '@libs/kernel';
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits';
import type { OwnerOfAccount } from './account.ports';

/** More than any password has before NFC, which makes one code point of at most four; each has at most two units. */
const UNITS_MAX = 8 * PASSWORD_MAX;

/**
 * NFC, so that two keyboards give one password. What is too long in any form stays as it came: normalising a long row
 * of marks takes time that grows with its square, and anybody may send one.
 */
export const normalized = (password: string): string =>
  password.length > UNITS_MAX ? password : password.normalize('NFC');

/** What the password's owner would think of first, and so would whoever guesses. */
export interface PasswordContext {
  readonly accountName: string;
  readonly email: string;
}

/** Passwords that guessers try first, in lower case. */
export type CommonPasswords = ReadonlySet<string>;

/**
 * The password as it counts and is hashed: NFC, so that two keyboards give one password; not trimmed, not cut,
 * no change of case (dashboard.md 4). Adds what is wrong with it to `issues`.
 */
export function passwordIn(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
  issues: Issue[],
): string {
  const nfc = normalized(password);
  const issue = issueOfPassword(nfc, context, common);
  if (issue) issues.push(issue);
  return nfc;
}

/** As `passwordIn`, for an owner who is known. @throws DomainError `validation` */
export function newPassword(
  password: string,
  { account, owner }: OwnerOfAccount,
  common: CommonPasswords,
): string {
  const issues: Issue[] = [];
  const nfc = passwordIn(password, { accountName: account.name, email: owner.email }, common, issues);
  throwIfInvalid(issues);
  return nfc;
}

function issueOfPassword(nfc: string, context: PasswordContext, common: CommonPasswords): Issue | null {
  const length = codePoints(nfc);
  if (!nfc.isWellFormed()) return unstorableField('password');
  if (length < PASSWORD_MIN) return tooShort;
  if (length > PASSWORD_MAX) return tooLongField('password', PASSWORD_MAX);
  if (isGuessable(nfc, context)) {
    return invalidValue('password', 'must not contain the account name or parts of the email address');
  }
  if (isMonotonous(nfc)) return invalidValue('password', 'too easy to guess');
  if (isCommon(nfc, common)) return invalidValue('password', 'is among the passwords people choose most');
  return null;
}

const tooShort: Issue = {
  param: 'password',
  code: 'too_short',
  message: `Field is too short: password (minimum ${PASSWORD_MIN} characters)`,
};

/** Shorter words stand in too many good passwords by chance. */
const WORD_MIN = 4;

function isGuessable(password: string, { accountName, email }: PasswordContext): boolean {
  const [local = '', domain = ''] = email.slice(0, EMAIL_MAX).split('@');
  const labels = domain.split('.').slice(0, -1);
  const words = [accountName, local, ...local.split(/[.+_-]/), ...labels].map(bare);
  const text = bare(password);
  return words.some((word) => codePoints(word) >= WORD_MIN && text.includes(word));
}

/**
 * Letters and digits only, without regard to case: `Acme Inc.` is in `acme-inc-2026`. Of a name that is too long, which
 * is refused for that, only the beginning.
 */
const bare = (text: string): string =>
  text
    .slice(0, UNITS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

/** As it is, repeated, or between a few digits and signs: `password1234`, `dragondragon`, `!!Sunshine2026`. */
function isCommon(password: string, common: CommonPasswords): boolean {
  const text = password.toLowerCase();
  const word = text.replace(/^[^\p{Letter}]{1,6}/u, '').replace(/[^\p{Letter}]{1,6}$/u, '');
  const part = /^(.{4,}?)\1+$/su.exec(text)?.[1];
  return [text, word, part].some((candidate) => candidate !== undefined && common.has(candidate));
}

/** At most three different characters, or one step repeated: `aaaaaaaaaaaa`, `121212121212`, `abcdefghijkl`. */
function isMonotonous(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0)!);
  if (new Set(codes).size <= 3) return true;
  const step = codes[1]! - codes[0]!;
  return codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}
