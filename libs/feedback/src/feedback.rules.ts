import type { Issue } from '@libs/kernel';

/** SPEC, States and transitions: any status may follow any other. */
export const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'] as const;
export type Status = (typeof STATUSES)[number];

/** Lengths count Unicode code points, as JSON Schema's maxLength and PostgreSQL's char_length do (API.md 1.7). */
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;
export const EMAIL_MAX = 254;
const EMAIL_LOCAL_MAX = 64;

/** The one author of what a field may hold: `read` for code, `schema` (JSON Schema 2020-12) for machines. */
export interface FieldRule<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * The value as it is kept. What is wrong with it is added to `issues`, and then the result means nothing.
   * `undefined` stands for a required field that is missing.
   */
  read(value: unknown, param: string, issues: Issue[]): T;
}

/** One line: trimmed, 1 to 200 code points, something visible in it, no control characters. */
export const titleRule: FieldRule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: TITLE_MAX },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const title = trimmed(value);
    if (!VISIBLE.test(title)) return wrong(issues, param, 'empty_value', `Field must not be empty: ${param}`);
    if (CONTROL.test(title)) return invalidCharacters(issues, param);
    if (longerThan(title, TITLE_MAX)) return tooLong(issues, param, TITLE_MAX);
    return title;
  },
};

/** Free text or null, stored as it came. */
export const descriptionRule: FieldRule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: DESCRIPTION_MAX },
  read(value, param, issues) {
    if (value === null) return null;
    if (!isText(value, param, issues)) return '';
    if (longerThan(value, DESCRIPTION_MAX)) return tooLong(issues, param, DESCRIPTION_MAX);
    return value;
  },
};

/** An address as `<input type=email>` takes it (WHATWG HTML), with a dot in its domain; null for none. */
export const submitterEmailRule: FieldRule<string | null> = {
  schema: { type: ['string', 'null'], format: 'email', maxLength: EMAIL_MAX },
  read(value, param, issues) {
    if (value === null) return null;
    if (!isText(value, param, issues)) return '';
    const email = trimmed(value);
    if (longerThan(email, EMAIL_MAX)) return tooLong(issues, param, EMAIL_MAX);
    if (!EMAIL.test(email) || email.indexOf('@') > EMAIL_LOCAL_MAX) {
      return wrong(issues, param, 'invalid_format', `Invalid email address: ${param}`);
    }
    return email;
  },
};

export const statusRule: FieldRule<Status> = {
  schema: { type: 'string', enum: STATUSES },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return 'new';
    if (!isStatus(value)) wrong(issues, param, 'invalid_value', INVALID_STATUS);
    return value as Status;
  },
};

export const isStatus = (value: unknown): value is Status => STATUSES.includes(value as Status);

/** Code points of a text: what a person would count as characters comes closer to it than UTF-16 units do. */
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

const INVALID_STATUS = `Invalid value for status: must be one of ${STATUSES.join(', ')}`;
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
const WHITE_SPACE = /\p{White_Space}/u;
// C0, DEL, C1 and the two line separators of Unicode: a title is one line.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

function isText(value: unknown, param: string, issues: Issue[]): value is string {
  if (value === undefined) {
    wrong(issues, param, 'missing_required_field', `Missing required field: ${param}`);
  } else if (value === null) {
    wrong(issues, param, 'null_not_allowed', `Field must not be null: ${param}`);
  } else if (typeof value !== 'string') {
    wrong(issues, param, 'invalid_type', `Field must be a string: ${param}`);
  } else if (value.includes('\0') || !value.isWellFormed()) {
    // PostgreSQL refuses NUL, and a lone surrogate would silently become U+FFFD.
    invalidCharacters(issues, param);
  } else {
    return true;
  }
  return false;
}

function wrong(issues: Issue[], param: string, code: string, message: string): '' {
  issues.push({ param, code, message });
  return '';
}

const invalidCharacters = (issues: Issue[], param: string): '' =>
  wrong(issues, param, 'invalid_characters', `Field contains invalid characters: ${param}`);

const tooLong = (issues: Issue[], param: string, max: number): '' =>
  wrong(issues, param, 'too_long', `Field is too long: ${param} (maximum ${max} characters)`);

/** A text has between half and all of its UTF-16 units as code points, so most need no counting. */
function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || codePoints(text) > max;
}

/** Not a regular expression: `\s+$` takes quadratic time on a long run of blanks inside a text. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
