import type { View, ViewParameters } from '@libs/contract';
import { DEFAULT_SORT } from '@libs/feedback';
import { toCountParams, withParams } from '../items/filters/item-filter';
import { VIEW_PARAM } from './use-open-view';
import { readInboxState, writeInboxState } from '../pages/inbox/inbox-state';

/** The parameters of the service for the list that the inbox shows at this URL. */
export function toViewParameters(params: URLSearchParams): ViewParameters {
  const { status, sort, ...filter } = readInboxState(params);
  return {
    ...(status && { status }),
    ...(toCountParams(filter) as ViewParameters),
    ...(sort !== DEFAULT_SORT && { sort }),
  };
}

/** The URL parameters of the inbox that show a view. */
export function toViewSearch({ id, parameters }: View): URLSearchParams {
  const { submitter_email, created_after, created_before, ...others } = parameters;
  return withParams(new URLSearchParams(others), {
    sender: submitter_email ?? null,
    from: created_after ? dayAt(Date.parse(created_after)) : null,
    // The end is exclusive.
    to: created_before ? dayAt(Date.parse(created_before) - 1) : null,
    [VIEW_PARAM]: id,
  });
}

/** Describes the list that the inbox shows at this URL: equal for equal lists, empty for the whole inbox. */
export const listKey = (params: URLSearchParams): string =>
  writeInboxState(new URLSearchParams(), { ...readInboxState(params), item: null, note: null }).toString();

/** Whether the list differs from the view or, without one, from the whole inbox. */
export function isChanged(view: View | undefined, params: URLSearchParams): boolean {
  if (!view) return listKey(params) !== '';
  return view.ignored.length > 0 || listKey(params) !== listKey(toViewSearch(view));
}

/** The views with one of them moved by some places. */
export function moved(views: readonly View[], view: View, by: number): readonly View[] {
  const from = views.indexOf(view);
  return views.toSpliced(from, 1).toSpliced(from + by, 0, view);
}

/** The day in the browser's time zone: `2026-03-03`. */
function dayAt(time: number): string {
  const at = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
