import { useEffect } from 'react';
import { useKnownSession } from '../api/session';
import { t } from '../messages';

/** The tab says where one is, and in which account. */
export function usePageTitle(page: string): void {
  const account = useKnownSession()?.account.name;
  useEffect(() => {
    document.title = t.shell.title(page, account);
  }, [page, account]);
}
