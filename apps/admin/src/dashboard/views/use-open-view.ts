import type { View } from '@libs/contract';
import { useLocation } from 'react-router';
import { useViews } from '../api/views';
import { openViewOf } from './view-url';

/** The view that the inbox shows. */
export function useOpenView(): View | undefined {
  const { pathname, search } = useLocation();
  const views = useViews().data;
  return pathname === '/inbox' ? openViewOf(views, new URLSearchParams(search)) : undefined;
}
