import { isSource, ITEM_TAGS_MAX, Q_MAX, TAG_NAME_MAX, type Source } from '@libs/feedback';
import { isEmail, isUuid, trimmed } from '@libs/kernel';
import type { CountParams } from '../../api/items/item-lists';

/** The filter of the inbox and the board, stored in the URL. */
export interface ItemFilter {
  readonly q: string;
  readonly source: Source | null;
  /** The first and last day, inclusive, in the browser's time zone: `2026-03-03`. */
  readonly from: string | null;
  readonly to: string | null;
  /** The submitter's full email address. */
  readonly sender: string | null;
  /** The ID of the import that created the items. */
  readonly import: string | null;
  /** Names of tags, separated by commas. */
  readonly tag: string | null;
  readonly untagged: 'true' | null;
  /** The ID of a member, `me`, or `none`. */
  readonly assignee: string | null;
}

export const NO_FILTER: ItemFilter = {
  q: '',
  source: null,
  from: null,
  to: null,
  sender: null,
  import: null,
  tag: null,
  untagged: null,
  assignee: null,
};

/** All fields except the search text. */
export const FILTER_FIELDS = [
  'source',
  'from',
  'to',
  'sender',
  'import',
  'tag',
  'untagged',
  'assignee',
] as const satisfies readonly (keyof ItemFilter)[];

/** Reads the filter from the URL; ignores invalid values. */
export function readFilter(params: URLSearchParams): ItemFilter {
  const source = params.get('source');
  const sender = params.get('sender');
  const importId = params.get('import')?.toLowerCase() ?? '';
  return {
    q: toSearchQuery(params.get('q') ?? ''),
    source: isSource(source) ? source : null,
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
    sender: sender && isEmail(sender) ? sender : null,
    import: isUuid(importId) ? importId : null,
    tag: readTags(params.get('tag')),
    untagged: params.get('untagged') === 'true' ? 'true' : null,
    assignee: readAssignee(params.get('assignee')),
  };
}

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
  const { q, source, from, to, sender, import: importId, tag, untagged, assignee } = filter;
  return {
    ...(q && { q }),
    ...(source && { source }),
    ...(sender && { submitter_email: sender }),
    ...(importId && { import: importId }),
    ...(tag && { tag }),
    ...(untagged && { untagged }),
    ...(assignee && { assignee }),
    ...(from && { created_after: startOfDay(from, 0) }),
    ...(to && { created_before: startOfDay(to, 1) }),
  };
}

/** Makes a text valid as `q`: well-formed, without NUL, at most 200 code points. */
export function toSearchQuery(text: string): string {
  return trimmed([...text.replaceAll('\0', '').toWellFormed()].slice(0, Q_MAX).join(''));
}

/** The names that the service accepts (tags.md 1); null if there are none. */
function readTags(text: string | null): string | null {
  const names = (text ?? '')
    .split(',')
    .map(trimmed)
    .filter((name) => name !== '' && [...name].length <= TAG_NAME_MAX);
  return names.slice(0, ITEM_TAGS_MAX).join(',') || null;
}

function readAssignee(text: string | null): string | null {
  const assignee = text?.toLowerCase() ?? '';
  return assignee === 'me' || assignee === 'none' || isUuid(assignee) ? assignee : null;
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
