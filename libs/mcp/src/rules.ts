import {
  BATCH_MAX,
  descriptionRule,
  IDEMPOTENCY_KEY_MAX,
  isSort,
  Q_MAX,
  SORTS,
  statusRule,
  titleRule,
  updatesRule,
  type FeedbackUpdate,
  type Sort,
} from '@libs/feedback';
import {
  emptyField,
  instantOf,
  isEmail,
  isText,
  longerThan,
  mistypedField,
  noEmailAddress,
  nullField,
  tooLongField,
  type Issue,
  type Rule,
} from '@libs/kernel';
import { schemaOf, unknownNames, type Fields } from './arguments';

/** Sizes of a page (lists.md 1). */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;

const CURSOR_MAX = 4096;

const invalidValue = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Invalid value for ${param}: must be ${demand}`,
});

/** A text of 1 to so many code points. */
const textRule = (max: number): Rule<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (value === '') issues.push(emptyField(param));
    else if (longerThan(value, max)) issues.push(tooLongField(param, max));
    return value;
  },
});

export const qRule = textRule(Q_MAX);

/** Whether it goes on in this list is known where the list is. */
export const cursorRule: Rule<string> = { ...textRule(CURSOR_MAX), schema: { type: 'string' } };

export const sortRule: Rule<Sort> = {
  schema: { type: 'string', enum: SORTS },
  read(value, param, issues) {
    if (isText(value, param, issues) && !isSort(value)) {
      issues.push(invalidValue(param, `one of ${SORTS.join(', ')}`));
    }
    return value as Sort;
  },
};

/** An integer from 1. @param more of the schema */
const integerRule = (max: number, more: object): Rule<number> => ({
  schema: { type: 'integer', minimum: 1, ...more },
  read(value, param, issues) {
    const isWhole = Number.isInteger(value);
    if (value === null) issues.push(nullField(param));
    else if (typeof value !== 'number') issues.push(mistypedField(param, 'an integer'));
    else if (!isWhole || value < 1 || value > max) {
      issues.push(invalidValue(param, `an integer between 1 and ${max}`));
    }
    return value as number;
  },
});

export const limitRule = integerRule(PAGE_MAX, { maximum: PAGE_MAX, default: PAGE_DEFAULT });

/** Largest integer of the database. */
const VERSION_MAX = 2_147_483_647;

/** A version of an item. The schema leaves out its maximum, which no item reaches. */
export const ifMatchRule = integerRule(VERSION_MAX, {});

export const timeRule: Rule<string> = {
  schema: { type: 'string', format: 'date-time' },
  read(value, param, issues) {
    if (isText(value, param, issues) && instantOf(value) === null) {
      issues.push(invalidValue(param, 'a date and time with its offset, such as 2026-03-03T10:00:00Z'));
    }
    return value as string;
  },
};

/** The whole address, in either case. */
export const emailFilterRule: Rule<string> = {
  schema: { type: 'string', format: 'email' },
  read(value, param, issues) {
    if (isText(value, param, issues) && !isEmail(value)) issues.push(noEmailAddress(param));
    return value as string;
  },
};

/** Any text: one that names no item is an item that is not there (items.md 8). */
export const idRule: Rule<string> = {
  schema: { type: 'string', format: 'uuid' },
  read(value, param, issues) {
    return isText(value, param, issues) ? value : '';
  },
};

export const idempotencyKeyRule: Rule<string> = {
  schema: { type: 'string', pattern: `^[!-~]{1,${IDEMPOTENCY_KEY_MAX}}$` },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (!/^[!-~]+$/.test(value) || value.length > IDEMPOTENCY_KEY_MAX) {
      issues.push(invalidValue(param, `1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters`));
    }
    return value;
  },
};

/** What is absent stays as it is. */
export const UPDATE: Fields = {
  id: { rule: idRule, required: true },
  title: { rule: titleRule },
  description: { rule: descriptionRule },
  status: { rule: statusRule },
};

/** The core's rule, and no field in a line that it does not know. */
export const strictUpdatesRule: Rule<readonly FeedbackUpdate[]> = {
  schema: { ...updatesRule.schema, items: schemaOf(UPDATE) },
  read(value, param, issues) {
    const updates = updatesRule.read(value, param, issues);
    if (!Array.isArray(value) || value.length > BATCH_MAX) return updates;
    value.forEach((line: unknown, i) => {
      if (typeof line !== 'object' || line === null || Array.isArray(line)) return;
      issues.push(...unknownNames(line, UPDATE, 'updated', `${param}[${i}].`));
    });
    return updates;
  },
};
