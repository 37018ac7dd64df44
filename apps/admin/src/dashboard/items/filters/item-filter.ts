import { ITEM_TAGS_MAX, Q_MAX, readParameters, TAG_NAME_MAX } from '@libs/feedback';
import { trimmed } from '@libs/kernel';
import type { CountParams } from '../../api/items/item-counts';

interface UrlFilter {
  /** The parameter of the service. By default, its rule reads the value. */
  readonly param: keyof CountParams;
  readonly read?: (text: string) => string | null;
  readonly toParam?: (value: string) => string;
}

/** The filters in the URL, in the order in which they are shown. */
const FILTERS = {
  source: { param: 'source' },
  /** The first and last day, inclusive, in the browser's time zone: `2026-03-03`. */
  from: { param: 'created_after', read: parseDay, toParam: (day) => startOfDay(day, 0) },
  to: { param: 'created_before', read: parseDay, toParam: (day) => startOfDay(day, 1) },
  /** The submitter's full email address. */
  sender: { param: 'submitter_email' },
  /** The full email address of someone who asks for the items. */
  requested_by: { param: 'requested_by' },
  /** The ID of the import that created the items. */
  import: { param: 'import' },
  /** Names of tags, separated by commas. */
  tag: { param: 'tag', read: readTags },
  untagged: { param: 'untagged' },
  /** The ID of a member, `me`, or `none`. */
  assignee: { param: 'assignee' },
} satisfies Record<string, UrlFilter>;

type FilterField = keyof typeof FILTERS;
const ENTRIES = Object.entries(FILTERS) as [FilterField, UrlFilter][];

/** All fields except the search text. */
export const FILTER_FIELDS = ENTRIES.map(([field]) => field);

/** The filter of the inbox and the board, stored in the URL. */
export type ItemFilter = { readonly q: string } & Readonly<Record<FilterField, string | null>>;

/** Reads the filter from the URL; ignores invalid values. */
export function readFilter(params: URLSearchParams): ItemFilter {
  const values = ENTRIES.map(([field, { param, read = byRule(param) }]) => {
    const text = params.get(field);
    return [field, text ? read(text) : null];
  });
  return {
    q: toSearchQuery(params.get('q') ?? ''),
    ...(Object.fromEntries(values) as Record<FilterField, string | null>),
  };
}

const byRule = (param: keyof CountParams) => (text: string) => {
  const value = readParameters({ [param]: text }).values[param];
  return value ? String(value) : null;
};

export const NO_FILTER = readFilter(new URLSearchParams());

/** The parameters of the URL. React renders them later than the router changes the URL. */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Sets these parameters, removes those with an empty value, and keeps all others. */
export function withParams(
  params: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The request parameters. Omits unset fields, so that equal filters give equal query keys. */
export function toCountParams(filter: ItemFilter): CountParams {
  const params = ENTRIES.flatMap(([field, { param, toParam = String }]) => {
    const value = filter[field];
    return value ? [[param, toParam(value)]] : [];
  });
  return { ...(filter.q && { q: filter.q }), ...(Object.fromEntries(params) as CountParams) };
}

/** Makes a text valid as `q`: well-formed, without NUL, at most 200 code points. */
export function toSearchQuery(text: string): string {
  return trimmed([...text.replaceAll('\0', '').toWellFormed()].slice(0, Q_MAX).join(''));
}

/** The names that the service accepts (tags.md 1); null if there are none. */
function readTags(text: string): string | null {
  const names = text
    .split(',')
    .map(trimmed)
    .filter((name) => name !== '' && [...name].length <= TAG_NAME_MAX);
  return names.slice(0, ITEM_TAGS_MAX).join(',') || null;
}

/** Item IDs contain a time since 1970, so no item is older. */
const FIRST_DAY = '1970-01-02';

/** The text if it is a valid date; otherwise null. */
export function parseDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** The time at which the day, plus `daysAfter` days, begins in the browser's time zone. */
function startOfDay(day: string, daysAfter: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysAfter).toISOString();
}
