import type { View } from '@libs/contract';
import { useLocation } from 'react-router';
import { useViews } from '../api/views';

/** The parameter with the ID of the open view. The filters are parameters of their own, so that links always work. */
export const VIEW_PARAM = 'view';

export const openViewOf = (views: readonly View[] | undefined, params: URLSearchParams): View | undefined =>
  views?.find(({ id }) => id === params.get(VIEW_PARAM));

/** The view that the inbox shows. */
export function useOpenView(): View | undefined {
  const { pathname, search } = useLocation();
  const views = useViews().data;
  return pathname === '/inbox' ? openViewOf(views, new URLSearchParams(search)) : undefined;
}
