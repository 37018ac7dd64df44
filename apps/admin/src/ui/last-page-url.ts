import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The filters each page was left with. */
const left = new Map<string, string>();

/** Where somebody goes on who comes back to a page. */
export const lastAddress = (path: string): string => path + (left.get(path) ?? '');

/** Remembers the filters of this page, without what was open. */
export function useLastAddress(path: string): void {
  const { search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    params.delete('item');
    left.set(path, params.size ? `?${params}` : '');
  }, [path, search]);
}
