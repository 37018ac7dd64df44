/**
 * Properties of text that rules check. Lengths count Unicode code points, as JSON Schema's maxLength and
 * PostgreSQL's char_length do (conventions.md 9).
 */
export const EMAIL_MAX = 254;
const EMAIL_LOCAL_MAX = 64;

export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (text.codePointAt(i)! > 0xffff) {
      count--;
      i++;
    }
  }
  return count;
}

/** Rarely counts: a text has at most as many code points as UTF-16 units, and at least half as many. */
export function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || codePoints(text) > max;
}

/**
 * Removes Unicode whitespace from both ends. Not a regular expression: `\s+$` takes quadratic time on a long run of
 * blanks inside a text.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a text has a character that is neither whitespace nor default-ignorable. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether a text has a character that a single line must not have: C0, DEL, C1, or a Unicode line separator. */
export const hasControl = (text: string): boolean => CONTROL.test(text);

/** Returns the first of these characters. */
export const controlIn = (text: string): string | undefined => CONTROL.exec(text)?.[0];

/** Returns the first character that is invisible, or that changes the order in which others are shown. */
export const hiddenIn = (text: string): string | undefined => HIDDEN.exec(text)?.[0];

/**
 * Returns a text without characters that are invisible or change the order of others, and without control characters.
 * Each tab, line break, and other space among these becomes a space.
 */
export const withoutHidden = (text: string): string =>
  text.replace(CONTROL_SPACES, ' ').replace(HIDDEN_OR_CONTROL, '');

/** False for text with NUL, which PostgreSQL rejects, or a lone surrogate, which would silently become U+FFFD. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Returns the first character because of which `isStorable` is false. */
export const unstorableIn = (text: string): string | undefined => UNSTORABLE.exec(text)?.[0];

const NAMES: Readonly<Record<string, string>> = { '\t': 'tab', ',': 'comma', ';': 'semicolon' };

/** Returns a readable name of a character that a text must not have. */
export function characterName(character: string): string {
  if (LINE_BREAK.test(character)) return 'line break';
  const name = NAMES[character];
  if (name !== undefined) return name;
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Masks everything that looks like the start of an API key (api-keys.md 1). */
export const masked = (text: string): string => text.replace(KEY_SHAPED, 'fb_$1_…');

/** Prepares a name from a request for an error message: at most 64 code points, and no API key. */
export const quotedName = (name: string): string =>
  masked(
    name.length <= NAME_MAX ? name : [...name.slice(0, 4 * NAME_MAX)].slice(0, NAME_MAX).join(''),
  ).toWellFormed();

/** As `<input type=email>` (WHATWG HTML), with a dot in the domain; at most 254 characters, 64 in the local part. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX && EMAIL.test(text) && text.indexOf('@') <= EMAIL_LOCAL_MAX;

/** The format of every ID, as part of a regular expression: 8-4-4-4-12 lowercase hexadecimal digits (items.md 8). */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/**
 * Whether a text has the format of an ID. PostgreSQL fails on other text (22P02), and also accepts spellings (`{…}`,
 * uppercase) that would give one row several IDs.
 */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns the first 128 bits of a hexadecimal digest in the notation of a UUID. */
export const uuidOfDigest = (hex: string): string =>
  hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const NAME_MAX = 64;
const KEY_SHAPED = /fb_(live|test)_[0-9A-Za-z]{4,}/g;
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
const WHITE_SPACE = /\p{White_Space}/u;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Invisible characters, except joiners, which emoji and Persian names contain. */
const HIDDEN = /[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]/;
const HIDDEN_OR_CONTROL = new RegExp(`${HIDDEN.source}|${CONTROL.source}`, 'g');
const CONTROL_SPACES = /\r\n|[\t-\r\u0085\u2028\u2029]/g;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
