import { useEffect } from 'react';
import { useKnownSession } from '../../dashboard/api/session';
import { t } from '../../messages';

/** The tab says where one is, and in which account. @param fresh how many items have come in unseen */
export function usePageTitle(page: string, fresh = 0): void {
  const account = useKnownSession()?.account.name;
  useEffect(() => {
    document.title = t.shell.title(page, account, fresh);
  }, [page, account, fresh]);
}
