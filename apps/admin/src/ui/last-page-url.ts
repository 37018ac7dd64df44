import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The filters each page was left with. */
const lastSearchByPath = new Map<string, string>();

/** Where somebody goes on who comes back to a page. */
export const lastPageUrl = (path: string): string => path + (lastSearchByPath.get(path) ?? '');

/** Remembers the filters of this page, without what was open. */
export function useRememberPageUrl(path: string): void {
  const { search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    params.delete('item');
    lastSearchByPath.set(path, params.size ? `?${params}` : '');
  }, [path, search]);
}
