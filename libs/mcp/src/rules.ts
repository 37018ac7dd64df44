import {
  BATCH_MAX,
  descriptionRule,
  IDEMPOTENCY_KEY_MAX,
  isSort,
  isText,
  Q_MAX,
  SORTS,
  statusRule,
  titleRule,
  updatesRule,
  type FeedbackUpdate,
  type FieldRule,
  type Sort,
} from '@libs/feedback';
import { emptyField, longerThan, mistypedField, nullField, tooLongField, type Issue } from '@libs/kernel';
import { schemaOf, unknownNames, type Fields } from './arguments';

/** Sizes of a page (API.md 1.8). */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 100;

const CURSOR_MAX = 4096;

const invalidValue = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Invalid value for ${param}: must be ${demand}`,
});

/** A text of 1 to so many code points. */
const textRule = (max: number): FieldRule<string> => ({
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
export const cursorRule: FieldRule<string> = { ...textRule(CURSOR_MAX), schema: { type: 'string' } };

export const sortRule: FieldRule<Sort> = {
  schema: { type: 'string', enum: SORTS },
  read(value, param, issues) {
    if (isText(value, param, issues) && !isSort(value)) {
      issues.push(invalidValue(param, `one of ${SORTS.join(', ')}`));
    }
    return value as Sort;
  },
};

export const limitRule: FieldRule<number> = {
  schema: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT },
  read(value, param, issues) {
    const isWhole = Number.isInteger(value);
    if (value === null) issues.push(nullField(param));
    else if (typeof value !== 'number') issues.push(mistypedField(param, 'an integer'));
    else if (!isWhole || value < 1 || value > PAGE_MAX) {
      issues.push(invalidValue(param, `an integer between 1 and ${PAGE_MAX}`));
    }
    return value as number;
  },
};

/** Any text: one that names no item is an item that is not there (API.md 1.8). */
export const idRule: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid' },
  read(value, param, issues) {
    return isText(value, param, issues) ? value : '';
  },
};

export const idempotencyKeyRule: FieldRule<string> = {
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
export const strictUpdatesRule: FieldRule<readonly FeedbackUpdate[]> = {
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
