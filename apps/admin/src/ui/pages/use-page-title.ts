import { useEffect } from 'react';
import { useCachedSession } from '../../dashboard/api/session';
import { t } from '../../messages';

/** Sets the tab title to the page and the account. @param newItems number of new items */
export function usePageTitle(page: string, newItems = 0): void {
  const account = useCachedSession()?.account.name;
  useEffect(() => {
    document.title = t.shell.title(page, account, newItems);
  }, [page, account, newItems]);
}
