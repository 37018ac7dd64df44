import {
  arrayRule,
  emailRule,
  integerRule,
  nullable,
  objectRule,
  oneOf,
  optional,
  stringRule,
  type Rule,
} from '@libs/kernel';
import {
  COUNT_MAX,
  onePerAddress,
  REQUEST_DETAILS,
  REQUEST_FIELDS,
  REQUEST_SOURCES,
  REQUESTS_MAX,
} from '../requests/request';
import { instantRule } from './import.rules';

/** Maximum number of addresses in the field `voters`. */
export const VOTERS_MAX = 10_000;

/** Also accepts the number as text, because a CSV file has no numbers. */
export const orText = <T extends number | null>(rule: Rule<T>): Rule<T> => ({
  ...rule,
  read: (value, param, issues) => rule.read(numberOf(value), param, issues),
});

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

const SEPARATOR = /[,;\r\n]/;
const addresses = arrayRule(emailRule, VOTERS_MAX);

/** Email addresses: an array, or text with commas or semicolons between them. */
const votersRule: Rule<readonly string[]> = {
  ...addresses,
  read(value, param, issues) {
    const list = typeof value === 'string' ? value.split(SEPARATOR).filter((part) => part.trim()) : value;
    return addresses.read(list, param, issues);
  },
};

/** The columns of a row about who asks for its item (import.md 11). */
export const REQUEST_COLUMNS = {
  votes: optional(orText(integerRule(0, COUNT_MAX))),
  voters: optional(votersRule),
  company: REQUEST_DETAILS.company,
  value: optional(orText(REQUEST_DETAILS.value.rule)),
};

const IGNORED: Rule<unknown> = { schema: {}, read: (value) => value };

/** A request as an export has it. The import ignores its IDs, unless they say that it is the submission. */
const exportedRequestRule = (now: Date) =>
  onePerAddress(
    objectRule({
      ...REQUEST_FIELDS,
      id: optional(nullable(stringRule)),
      feedback_id: optional(nullable(stringRule)),
      source: optional(oneOf(REQUEST_SOURCES)),
      confirmed_at: optional(IGNORED),
      verified: optional(IGNORED),
      created_at: optional(instantRule(now)),
    }),
  );
export type ExportedRequest = ReturnType<ReturnType<typeof exportedRequestRule>['read']>;

/** The field of NDJSON with whole requests. */
export const requestsOfRow = (now: Date) => ({
  requests: optional(arrayRule(exportedRequestRule(now), REQUESTS_MAX)),
});
