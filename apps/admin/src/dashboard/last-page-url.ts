import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The last filters of each page. */
const lastSearchByPath = new Map<string, string>();

/** The URL of a page with its last filters. */
export const lastPageUrl = (path: string): string => path + (lastSearchByPath.get(path) ?? '');

/** Remembers the filters of this page, but not the open item. */
export function useRememberPageUrl(path: string): void {
  const { search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    params.delete('item');
    params.delete('note');
    lastSearchByPath.set(path, params.size ? `?${params}` : '');
  }, [path, search]);
}
