import { instantOf, type Instant } from './clock';
import {
  emptyField,
  invalidValue,
  noEmailAddress,
  tooLongField,
  tooManyItems,
  unstorableField,
  type Issue,
} from './domain-error';
import { isOfType, isText, type Rule } from './rule';
import { controlIn, EMAIL_MAX, hasVisible, hiddenIn, isEmail, isUuid, longerThan, trimmed } from './text';

/** Any string. Validates the type only. */
export const stringRule: Rule<string> = {
  schema: { type: 'string' },
  read(value, param, issues) {
    isOfType((candidate) => typeof candidate === 'string', 'a string', value, param, issues);
    return value as string;
  },
};

export const booleanRule: Rule<boolean> = {
  schema: { type: 'boolean' },
  demand: 'must be true or false',
  read(value, param, issues) {
    return (
      isOfType((candidate) => typeof candidate === 'boolean', 'a boolean', value, param, issues) && value
    );
  },
};

/** An integer from `min` to `max`. @param more schema members that replace `maximum` */
export function integerRule(min: number, max: number, more: object = { maximum: max }): Rule<number> {
  const demand = `must be an integer between ${min} and ${max}`;
  return {
    schema: { type: 'integer', minimum: min, ...more },
    demand,
    read(value, param, issues) {
      if (!isOfType((candidate) => typeof candidate === 'number', 'an integer', value, param, issues))
        return min;
      if (!Number.isInteger(value) || value < min || value > max) issues.push(invalidValue(param, demand));
      return value;
    },
  };
}

export function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  const demand = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
  return {
    schema: { type: 'string', enum: values },
    demand,
    read(value, param, issues) {
      if (isText(value, param, issues) && !values.includes(value as T)) {
        issues.push(invalidValue(param, demand));
      }
      return value as T;
    },
  };
}

export function oneOfNumbers<T extends number>(values: readonly T[]): Rule<T> {
  const demand = `must be one of ${values.join(', ')}`;
  return {
    schema: { type: 'number', enum: values },
    demand,
    read(value, param, issues) {
      const isNumber = (candidate: unknown) => typeof candidate === 'number';
      if (isOfType(isNumber, 'a number', value, param, issues) && !values.includes(value as T)) {
        issues.push(invalidValue(param, demand));
      }
      return value as T;
    },
  };
}

/** A single line: trimmed, 1 to `max` code points, at least one visible character, no control characters. */
export const lineRule = (max: number): Rule<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const line = trimmed(value);
    const issue = issueOfText(line, controlIn(line), param, max);
    if (issue) issues.push(issue);
    return line;
  },
});

/** A name that others see: as `lineRule`, without characters that let it look like another name (conventions.md 9). */
export const nameRule = (max: number): Rule<string> => ({
  ...lineRule(max),
  read(value, param, issues) {
    const before = issues.length;
    const name = lineRule(max).read(value, param, issues);
    const hidden = hiddenIn(name);
    if (issues.length === before && hidden !== undefined) issues.push(unstorableField(param, hidden));
    return name;
  },
});

/** Text of several lines: trimmed, CRLF stored as LF, tabs allowed. Otherwise as `lineRule`. */
export const multilineRule = (max: number): Rule<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const text = trimmed(value.replaceAll('\r\n', '\n'));
    const issue = issueOfText(text, controlIn(text.replace(/[\n\t]/g, '')), param, max);
    if (issue) issues.push(issue);
    return text;
  },
});

function issueOfText(text: string, control: string | undefined, param: string, max: number): Issue | null {
  if (!hasVisible(text)) return emptyField(param);
  if (control !== undefined) return unstorableField(param, control);
  return longerThan(text, max) ? tooLongField(param, max) : null;
}

/** Text of 1 to `max` code points, stored as sent. */
export const textRule = (max: number): Rule<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (value === '') issues.push(emptyField(param));
    else if (longerThan(value, max)) issues.push(tooLongField(param, max));
    return value;
  },
});

/** An email address as `<input type=email>` accepts it (WHATWG HTML), with a dot in the domain; trimmed. */
export const emailRule: Rule<string> = {
  schema: { type: 'string', format: 'email', maxLength: EMAIL_MAX },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const email = trimmed(value);
    if (longerThan(email, EMAIL_MAX)) issues.push(tooLongField(param, EMAIL_MAX));
    else if (!isEmail(email)) issues.push(noEmailAddress(param));
    return email;
  },
};

/** An array of at most `max` elements, which can be empty. */
export const arrayRule = <T>(element: Rule<T>, max: number): Rule<readonly T[]> => ({
  schema: { type: 'array', maxItems: max, items: element.schema },
  read(value, param, issues) {
    if (!isOfType<unknown[]>(Array.isArray, 'an array', value, param, issues)) return [];
    if (value.length <= max) return value.map((one, i) => element.read(one, `${param}[${i}]`, issues));
    issues.push(tooManyItems(param, max));
    return [];
  },
});

const TIME_DEMAND = 'must be a date and time with its offset, such as 2026-03-03T10:00:00Z (RFC 3339)';

/** RFC 3339 with an offset, converted to UTC. A fraction of a millisecond is rounded up. */
export const instantRule: Rule<Instant> = {
  schema: { type: 'string', format: 'date-time' },
  demand: TIME_DEMAND,
  read(value, param, issues) {
    const instant = isText(value, param, issues) ? instantOf(value) : '';
    if (instant === null) issues.push(invalidValue(param, TIME_DEMAND));
    return instant ?? '';
  },
};

const TIME_OR_DAY_DEMAND =
  'must be a date, or a date and time with its offset: 2026-03-03 or 2026-03-03T10:00:00Z (RFC 3339)';

/** A time, or the start of a day in UTC. */
export const timeFilterRule: Rule<Instant> = {
  schema: { type: 'string', format: 'date-time' },
  demand: TIME_OR_DAY_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const instant = instantOf(DAY.test(value) ? `${value}T00:00:00Z` : value);
    if (instant === null) issues.push(invalidValue(param, TIME_OR_DAY_DEMAND));
    return instant ?? '';
  },
};
const DAY = /^\d{4}-\d\d-\d\d$/;

/** An ID, converted to lowercase. */
export const idFilterRule = (demand: string): Rule<string> => ({
  schema: { type: 'string', format: 'uuid' },
  demand,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const id = value.toLowerCase();
    if (!isUuid(id)) issues.push(invalidValue(param, demand));
    return id;
  },
});

/** Accepts null in addition to the values of `rule`. */
export function nullable<T>(rule: Rule<T>): Rule<T | null> {
  const { type, enum: values } = rule.schema as { type: string; enum?: readonly unknown[] };
  return {
    ...rule,
    schema: { ...rule.schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) },
    read: (value, param, issues) => (value === null ? null : rule.read(value, param, issues)),
  };
}
