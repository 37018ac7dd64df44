import { isSource, Q_MAX, type Source } from '@libs/feedback';
import { isEmail, isUuid, trimmed } from '@libs/kernel';
import type { CountParams } from '../../api/items/item-lists';

/** Which items inbox and board show, by the address bar. */
export interface ItemFilter {
  readonly q: string;
  readonly source: Source | null;
  /** The first and the last day, both with it and in this browser's time zone: `2026-03-03`. */
  readonly from: string | null;
  readonly to: string | null;
  /** The submitter's whole address. */
  readonly sender: string | null;
  /** Only what this import created. */
  readonly import: string | null;
}

export const NO_FILTER: ItemFilter = {
  q: '',
  source: null,
  from: null,
  to: null,
  sender: null,
  import: null,
};

/** Beside the search. */
export const FILTER_FIELDS = [
  'source',
  'from',
  'to',
  'sender',
  'import',
] as const satisfies readonly (keyof ItemFilter)[];

/** Anybody may type an address: what is not understood counts as not said. */
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
  };
}

/** With these said and nothing empty; parameters of others stay. */
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

/** What to ask the service for; without what is not filtered by, so that equal filters are equal. */
export function toCountParams({ q, source, from, to, sender, import: importId }: ItemFilter): CountParams {
  return {
    ...(q && { q }),
    ...(source && { source }),
    ...(sender && { submitter_email: sender }),
    ...(importId && { import: importId }),
    ...(from && { created_after: startOfDay(from, 0) }),
    ...(to && { created_before: startOfDay(to, 1) }),
  };
}

/** What may be sent as `q`: the service takes 200 code points, and nothing that is no text. */
export function toSearchQuery(text: string): string {
  return trimmed([...text.replaceAll('\0', '').toWellFormed()].slice(0, Q_MAX).join(''));
}

/** No item is older than its id can say. */
const FIRST_DAY = '1970-01-02';

/** A day of the calendar; null for anything else. */
export function parseDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** When a day, or one so many after it, begins here. */
function startOfDay(day: string, daysAfter: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysAfter).toISOString();
}
