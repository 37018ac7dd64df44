import {
  controlIn,
  EMAIL_MAX,
  emptyField,
  hasControl,
  hasVisible,
  isEmail,
  isStorable,
  longerThan,
  missingField,
  mistypedField,
  noEmailAddress,
  nullField,
  tooLongField,
  trimmed,
  unstorableField,
  unstorableIn,
  type Issue,
} from '@libs/kernel';

/** Any status may follow any other (items.md 2). */
export const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'] as const;
export type Status = (typeof STATUSES)[number];

/** In code points (items.md 2). */
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;

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
    if (!hasVisible(title)) return wrong(issues, emptyField(param));
    if (hasControl(title)) return wrong(issues, unstorableField(param, controlIn(title)));
    if (longerThan(title, TITLE_MAX)) return wrong(issues, tooLongField(param, TITLE_MAX));
    return title;
  },
};

/** Free text or null, stored as it came. */
export const descriptionRule: FieldRule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: DESCRIPTION_MAX },
  read(value, param, issues) {
    if (value === null) return null;
    if (!isText(value, param, issues)) return '';
    if (longerThan(value, DESCRIPTION_MAX)) return wrong(issues, tooLongField(param, DESCRIPTION_MAX));
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
    if (longerThan(email, EMAIL_MAX)) return wrong(issues, tooLongField(param, EMAIL_MAX));
    if (!isEmail(email)) return wrong(issues, noEmailAddress(param));
    return email;
  },
};

export const statusRule: FieldRule<Status> = {
  schema: { type: 'string', enum: STATUSES },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return 'new';
    if (!isStatus(value)) wrong(issues, invalidStatus(param));
    return value as Status;
  },
};

export const isStatus = (value: unknown): value is Status => STATUSES.includes(value as Status);

const invalidStatus = (param: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Invalid value for ${param}: must be one of ${STATUSES.join(', ')}`,
});

/** Adds what is wrong where the value is no text that can be kept. */
export function isText(value: unknown, param: string, issues: Issue[]): value is string {
  if (value === undefined) wrong(issues, missingField(param));
  else if (value === null) wrong(issues, nullField(param));
  else if (typeof value !== 'string') wrong(issues, mistypedField(param, 'a string'));
  else if (!isStorable(value)) wrong(issues, unstorableField(param, unstorableIn(value)));
  else return true;
  return false;
}

function wrong(issues: Issue[], issue: Issue): '' {
  issues.push(issue);
  return '';
}
