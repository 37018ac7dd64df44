import { masked } from '@libs/kernel';

const KINDS = ['email', 'phone', 'key'] as const;
export type DetailKind = (typeof KINDS)[number];

/** What a public text should probably not contain, each once, in the order of the text. API keys are masked. */
export type PrivateDetails = Readonly<Record<DetailKind, readonly string[]>>;

const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const MASKED_KEY = /fb_(?:live|test)_…/g;
/** Digits that are no telephone number: those of URLs, dates, and IP addresses. */
const OTHER_DIGITS = [
  /\bhttps?:\/\/\S+/gi,
  /\b\d{4}-\d{2}-\d{2}(?:T\S+)?/g,
  /\b\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
];
/** Digits with the separators of telephone numbers, unless they are a part of a word, a price, or a decimal. */
const NUMBER = /(?<![\p{L}\p{N}_.,#$€£/:=-])[+(]?\d[\d \u00a0./()-]*\d(?![\p{L}\p{N}_%]|[.,:]\d)/gu;
const YEAR = /^(?:19|20)\d\d$/;

/** Finds email addresses, telephone numbers, and API keys in texts. */
export function privateDetails(...texts: readonly string[]): PrivateDetails {
  const text = masked(texts.join('\n'));
  return {
    email: found(text, EMAIL),
    phone: found(withoutOtherDigits(text), NUMBER).filter(isPhone),
    key: found(text, MASKED_KEY),
  };
}

/** The kinds of details that were found, with them. */
export const foundDetails = (
  details: PrivateDetails,
): readonly (readonly [DetailKind, readonly string[]])[] =>
  KINDS.filter((kind) => details[kind].length > 0).map((kind) => [kind, details[kind]]);

const found = (text: string, pattern: RegExp): readonly string[] => [...new Set(text.match(pattern))];

const withoutOtherDigits = (text: string): string =>
  [EMAIL, ...OTHER_DIGITS].reduce((rest, pattern) => rest.replace(pattern, '|'), text);

function isPhone(text: string): boolean {
  const groups = text.match(/\d+/g)!;
  const [first, ...others] = groups as [string, ...string[]];
  const digits = groups.join('').length;
  if (digits < 7 || digits > 15) return false;
  if (text.startsWith('+')) return true;
  if (others.length === 0) return first.startsWith('0') ? digits >= 9 : digits === 10 || digits === 11;
  // Neither years, nor 10 000 000, nor a list of small numbers.
  if (groups.every((group) => YEAR.test(group)) || others.some(({ length }) => length < 2)) return false;
  const isLarge = first.length <= 2 && !first.startsWith('0') && others.every(({ length }) => length === 3);
  return !isLarge && (/^[0(]/.test(text) || groups.some(({ length }) => length > 2));
}
