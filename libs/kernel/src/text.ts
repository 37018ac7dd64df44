/**
 * What a text is made of, for every rule about one. Lengths count Unicode code points, as JSON Schema's maxLength
 * and PostgreSQL's char_length do (conventions.md 9).
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

/** A text has between half and all of its UTF-16 units as code points, so most need no counting. */
export function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || codePoints(text) > max;
}

/**
 * Without Unicode white space around it. Not a regular expression: `\s+$` takes quadratic time on a long run of
 * blanks inside a text.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Something that is neither white space nor invisible by nature. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

/** C0, DEL, C1 and the two line separators of Unicode: what one line never holds. */
export const hasControl = (text: string): boolean => CONTROL.test(text);

/** The first control character of a text. */
export const controlIn = (text: string): string | undefined => CONTROL.exec(text)?.[0];

/** PostgreSQL refuses NUL, and a lone surrogate would silently become U+FFFD. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The first character of a text that `isStorable` refuses. */
export const unstorableIn = (text: string): string | undefined => UNSTORABLE.exec(text)?.[0];

/** A character that people cannot see, in words. */
export function characterName(character: string): string {
  if (LINE_BREAK.test(character)) return 'line break';
  if (character === '\t') return 'tab';
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text without anything shaped like the beginning of an API key (api-keys.md 1). */
export const masked = (text: string): string => text.replace(KEY_SHAPED, 'fb_$1_…');

/** A name that somebody else chose, as a message repeats it: at most 64 code points, and never a key. */
export const quotedName = (name: string): string =>
  masked(
    name.length <= NAME_MAX ? name : [...name.slice(0, 4 * NAME_MAX)].slice(0, NAME_MAX).join(''),
  ).toWellFormed();

/** As `<input type=email>` takes it (WHATWG HTML), with a dot in its domain; at most 254 characters, 64 of them local. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX && EMAIL.test(text) && text.indexOf('@') <= EMAIL_LOCAL_MAX;

/** The only form of an id, as part of a regular expression: 8-4-4-4-12 hexadecimal digits in lower case (items.md 8). */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/**
 * Whether a text can be an id. PostgreSQL fails on other texts (22P02), and accepts spellings (`{…}`, upper case) that
 * would give one row many names.
 */
export const isUuid = (text: string): boolean => UUID.test(text);

const NAME_MAX = 64;
const KEY_SHAPED = /fb_(live|test)_[0-9A-Za-z]{4,}/g;
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
const WHITE_SPACE = /\p{White_Space}/u;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
