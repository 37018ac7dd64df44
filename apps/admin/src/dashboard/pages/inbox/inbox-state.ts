import type { Sort, Status } from '@libs/contract';
import { DEFAULT_SORT, isSort, isStatus } from '@libs/feedback';
import { readFilter, withParams, type ItemFilter } from '../../items/filters/item-filter';

export const NOTE_PARAM = 'note';

/** The state of the inbox that the URL contains. */
export interface InboxState extends ItemFilter {
  readonly status: Status | null;
  readonly sort: Sort;
  /** ID of the item in the panel. */
  readonly item: string | null;
  /** ID of the note of this item at which a link opens. */
  readonly note: string | null;
}

/** Reads the state from the URL; ignores invalid values. */
export function readInboxState(params: URLSearchParams): InboxState {
  const status = params.get('status');
  const sort = params.get('sort') as Sort | null;
  return {
    ...readFilter(params),
    status: isStatus(status) ? status : null,
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    item: params.get('item') || null,
    note: (params.get('item') && params.get(NOTE_PARAM)) || null,
  };
}

/** Writes the state to URL parameters; omits defaults and keeps other parameters. */
export function writeInboxState(params: URLSearchParams, change: Partial<InboxState>): URLSearchParams {
  // The note belongs to the item.
  const note = 'item' in change ? { note: null } : {};
  const state = { ...readInboxState(params), ...note, ...change };
  return withParams(params, { ...state, sort: state.sort === DEFAULT_SORT ? null : state.sort });
}
