import {
  controlIn,
  EMAIL_MAX,
  emptyField,
  hasControl,
  hasVisible,
  isEmail,
  isText,
  longerThan,
  noEmailAddress,
  tooLongField,
  trimmed,
  unstorableField,
  type Issue,
  type Rule,
} from '@libs/kernel';

/** Any status may follow any other (items.md 2). */
export const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'] as const;
export type Status = (typeof STATUSES)[number];

/** In code points (items.md 2). */
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;

/** One line: trimmed, 1 to 200 code points, something visible in it, no control characters. */
export const titleRule: Rule<string> = {
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
export const descriptionRule: Rule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: DESCRIPTION_MAX },
  read(value, param, issues) {
    if (value === null) return null;
    if (!isText(value, param, issues)) return '';
    if (longerThan(value, DESCRIPTION_MAX)) return wrong(issues, tooLongField(param, DESCRIPTION_MAX));
    return value;
  },
};

/** An address as `<input type=email>` takes it (WHATWG HTML), with a dot in its domain; null for none. */
export const submitterEmailRule: Rule<string | null> = {
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

export const statusRule: Rule<Status> = {
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

function wrong(issues: Issue[], issue: Issue): '' {
  issues.push(issue);
  return '';
}
