import { useEffect } from 'react';
import { useCachedSession } from '../../dashboard/api/session';
import { t } from '../../messages';

/** The tab says where one is, and in which account. @param newItems how many items have come in unseen */
export function usePageTitle(page: string, newItems = 0): void {
  const account = useCachedSession()?.account.name;
  useEffect(() => {
    document.title = t.shell.title(page, account, newItems);
  }, [page, account, newItems]);
}
