import {
  ACTOR_TYPES,
  idFilterRule,
  invalidValue,
  isText,
  isUuid,
  limitRule,
  optional,
  textRule,
  timeFilterRule,
  type Instant,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { EVENT_TYPES } from './event';
import type { EventSelection } from './event-log.ports';

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

const ACTOR_DEMAND = `must be one of ${ACTOR_TYPES.join(', ')}, or the ID of an API key or a member`;

/** The type or the ID of an actor, in lowercase. */
export const actorRule: Rule<string> = {
  schema: { type: 'string' },
  demand: ACTOR_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const actor = value.toLowerCase();
    const isKnown = (ACTOR_TYPES as readonly string[]).includes(value) || isUuid(actor);
    if (!isKnown) issues.push(invalidValue(param, ACTOR_DEMAND));
    return actor;
  },
};

const SELECTION = {
  types: optional(eventTypesRule),
  feedback_id: optional(idFilterRule('must be the ID of an item')),
  actor: optional(actorRule),
  exclude_actor: optional(actorRule),
};

/** Parameters of the feed (events.md 2). */
export const EVENT_FIELDS = {
  after: optional(afterRule),
  since: optional(timeFilterRule),
  ...SELECTION,
  limit: optional(limitRule),
};

export const eventSelectionOf = (values: ValuesOf<typeof SELECTION>): EventSelection => ({
  types: values.types,
  itemId: values.feedback_id,
  actor: values.actor,
  excludedActor: values.exclude_actor,
});

/** The position before all events that are published at this time or later: positions are microseconds. */
export const positionBefore = (instant: Instant): number => Math.max(0, Date.parse(instant) * 1_000 - 1);

/** Parameters of the feed, newest first (dashboard.md 12). */
export const NEWEST_FIELDS = {
  before: optional(beforeRule),
  ...SELECTION,
  limit: EVENT_FIELDS.limit,
};
