import type { Sort, Status } from '@libs/contract';
import { DEFAULT_SORT, isSort, isStatus } from '@libs/feedback';
import { readFilter, withParams, type ItemFilter } from '../../items/filters/item-filter';

/** What the address bar says about the inbox. */
export interface InboxState extends ItemFilter {
  readonly status: Status | null;
  readonly sort: Sort;
  /** The item whose detail stands open. */
  readonly item: string | null;
}

/** Anybody may type an address: what is not understood counts as not said. */
export function readInboxState(params: URLSearchParams): InboxState {
  const status = params.get('status');
  const sort = params.get('sort') as Sort | null;
  return {
    ...readFilter(params),
    status: isStatus(status) ? status : null,
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    item: params.get('item') || null,
  };
}

/** The shortest address that says the same; parameters of others stay. */
export function writeInboxState(params: URLSearchParams, change: Partial<InboxState>): URLSearchParams {
  const state = { ...readInboxState(params), ...change };
  return withParams(params, { ...state, sort: state.sort === DEFAULT_SORT ? null : state.sort });
}
