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

/** Maximum length before NFC, in UTF-16 units: NFC composes at most four code points of two units to one. */
const UNITS_MAX = 8 * PASSWORD_MAX;

/**
 * Returns the password in NFC, because keyboards differ in how they compose letters. Does not normalize a password that
 * is too long in any form: a long sequence of marks would take quadratic time.
 */
export const normalized = (password: string): string =>
  password.length > UNITS_MAX ? password : password.normalize('NFC');

/** Values that a password must not contain, because they are easy to guess. */
export interface PasswordContext {
  /** Names of the person's accounts. */
  readonly accountNames: readonly string[];
  readonly email: string;
}

/** Common passwords in lowercase. */
export type CommonPasswords = Pick<ReadonlySet<string>, 'has'>;

/**
 * Returns the password in the form that is hashed: NFC, not trimmed, not cut, same case (dashboard.md 4). Adds the
 * first error to `issues`.
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

/** As `passwordIn`, for an existing person. @throws DomainError `validation` */
export function newPassword(password: string, context: PasswordContext, common: CommonPasswords): string {
  const issues: Issue[] = [];
  const nfc = passwordIn(password, context, common, issues);
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
  if (isMonotonous(nfc)) return invalidValue('password', 'must not be easy to guess');
  if (isCommon(nfc, common)) return invalidValue('password', 'must not be a common password');
  return null;
}

const tooShort: Issue = {
  param: 'password',
  code: 'too_short',
  message: `Field is too short: password (minimum ${PASSWORD_MIN} characters)`,
};

/** Shorter words occur by chance in too many good passwords. */
const WORD_MIN = 4;

function isGuessable(password: string, { accountNames, email }: PasswordContext): boolean {
  const [local = '', domain = ''] = email.slice(0, EMAIL_MAX).split('@');
  const labels = domain.split('.').slice(0, -1);
  const forbidden = [...accountNames, local, ...local.split(/[.+_-]/), ...labels].map(toPlainText);
  const text = toPlainText(password);
  return forbidden.some((word) => codePoints(word) >= WORD_MIN && text.includes(word));
}

/**
 * Returns the letters and digits in lowercase, so that `acme-inc-2026` contains `Acme Inc.`. Cuts names that are too
 * long, and which are rejected elsewhere.
 */
const toPlainText = (text: string): string =>
  text
    .slice(0, UNITS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

/** Finds common passwords, also repeated or with other characters around: `dragondragon`, `!!Sunshine2026`. */
function isCommon(password: string, common: CommonPasswords): boolean {
  const text = password.toLowerCase();
  const word = text.replace(/^[^\p{Letter}]{1,6}/u, '').replace(/[^\p{Letter}]{1,6}$/u, '');
  const part = /^(.{4,}?)\1+$/su.exec(text)?.[1];
  return [text, word, part].some((candidate) => candidate !== undefined && common.has(candidate));
}

/** Finds at most three different characters, or a sequence: `aaaaaaaaaaaa`, `121212121212`, `abcdefghijkl`. */
function isMonotonous(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0)!);
  if (new Set(codes).size <= 3) return true;
  const step = codes[1]! - codes[0]!;
  return codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}
