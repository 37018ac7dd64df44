import { instantOf, invalidValue, isText, isUuid, type Instant, type Issue, type Rule } from '@libs/kernel';

/** How far the clock of the source system may be ahead. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const EARLIEST_TIME: Instant = '1970-01-01T00:00:00.000Z';

/** A time with an offset (RFC 3339), from 1970 to 5 minutes after `now`. */
export const instantRule = (now: Date): Rule<Instant> => ({
  schema: { type: 'string', format: 'date-time' },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return EARLIEST_TIME;
    const at = instantOf(value);
    if (at === null) issues.push(noInstant(param));
    else if (at < EARLIEST_TIME) issues.push(invalidValue(param, 'must not be before 1970'));
    else if (Date.parse(at) > now.getTime() + MAX_CLOCK_SKEW_MS)
      issues.push(invalidValue(param, 'must not be in the future'));
    return at ?? EARLIEST_TIME;
  },
});

/**
 * The ID of an exported item: a UUIDv7 of `created_at`, in either case. IDs of other systems could belong to different
 * items by chance.
 */
export const exportedIdRule = (createdAt: Instant): Rule<string> => ({
  schema: { type: 'string', format: 'uuid' },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const id = value.toLowerCase();
    const isExported = timeOfId(id) === Date.parse(createdAt);
    if (!isExported) issues.push(invalidValue(param, NOT_EXPORTED));
    return id;
  },
});

const noInstant = (param: string): Issue => ({
  param,
  code: 'invalid_format',
  message: `Invalid date and time: ${param} (use RFC 3339 with a UTC offset, such as 2026-03-03T10:00:00Z)`,
});

const NOT_EXPORTED =
  'must be the ID of an exported item, with its created_at; put IDs of other systems in external_id';

const VERSION_7 = /^.{14}7.{4}[89ab]/;

/** Returns the time of a UUIDv7 in lowercase, in milliseconds (RFC 9562 §5.7); null for any other text. */
export const timeOfId = (id: string): number | null =>
  isUuid(id) && VERSION_7.test(id) ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
