import type { Sort, Status } from '@libs/api-client';
import { DEFAULT_SORT, isFeedbackId, isSort, isStatus, Q_MAX } from '@libs/feedback';
import { isEmail, trimmed } from '@libs/kernel';
import type { ListParams } from '../../api/item-lists';

/** What the address bar says about the inbox. */
export interface InboxState {
  readonly status: Status | null;
  readonly q: string;
  readonly sort: Sort;
  /** Only what this import created. */
  readonly import: string | null;
  /** The item whose detail stands open. */
  readonly item: string | null;
}

/** Anybody may type an address: what is not understood counts as not said. */
export function readState(params: URLSearchParams): InboxState {
  const status = params.get('status');
  const sort = params.get('sort') as Sort | null;
  const importId = params.get('import')?.toLowerCase() ?? '';
  return {
    status: isStatus(status) ? status : null,
    q: searchable(params.get('q') ?? ''),
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    import: isFeedbackId(importId) ? importId : null,
    item: params.get('item') || null,
  };
}

/** The shortest address that says the same; parameters of others stay. */
export function writeState(params: URLSearchParams, change: Partial<InboxState>): URLSearchParams {
  const state = { ...readState(params), ...change };
  const next = new URLSearchParams(params);
  const said = { ...state, sort: state.sort === DEFAULT_SORT ? null : state.sort };
  for (const [name, value] of Object.entries(said)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** What a search looks for: a whole e-mail address is somebody's, anything else is words of the text. */
export const searchFor = (q: string): Pick<ListParams, 'q' | 'submitter_email'> =>
  isEmail(q) ? { submitter_email: q } : { q: q || undefined };

/** What may be sent as `q`: the service takes 200 code points, and nothing that is no text. */
export function searchable(text: string): string {
  return trimmed([...text.replaceAll('\0', '').toWellFormed()].slice(0, Q_MAX).join(''));
}
