import { invalidValue, isText, limitRule, optional, textRule, type Rule } from '@libs/kernel';
import { EVENT_TYPES } from './event';

/** The value of `after` for the present. */
export const LATEST = 'latest';

const CURSOR_MAX = 200;

/** Checks the length only. The surface that issued the cursor checks that it belongs to the account. */
export const afterRule: Rule<string> = {
  ...textRule(CURSOR_MAX),
  schema: { type: 'string' },
  demand: `must be ${LATEST} or the next_cursor of an earlier page`,
};

/** As `afterRule`. */
export const beforeRule: Rule<string> = {
  ...textRule(CURSOR_MAX),
  schema: { type: 'string' },
  demand: 'must be the next_cursor of an earlier page',
};

const TYPES_DEMAND = `must be a comma-separated list of ${EVENT_TYPES.join(', ')}`;

/** Types that are separated by commas, at least one. */
export const eventTypesRule: Rule<readonly string[]> = {
  schema: { type: 'string' },
  demand: TYPES_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return [];
    const types = [...new Set(value.split(','))];
    if (types.some((type) => !(EVENT_TYPES as readonly string[]).includes(type))) {
      issues.push(invalidValue(param, TYPES_DEMAND));
    }
    return types;
  },
};

/** Parameters of the feed (events.md 2). */
export const EVENT_FIELDS = {
  after: optional(afterRule),
  types: optional(eventTypesRule),
  limit: optional(limitRule),
};

/** Parameters of the feed, newest first (dashboard.md 12). */
export const NEWEST_FIELDS = {
  before: optional(beforeRule),
  types: EVENT_FIELDS.types,
  limit: EVENT_FIELDS.limit,
};
