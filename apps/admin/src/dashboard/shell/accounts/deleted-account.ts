import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { t } from '../../../messages';

/** In the storage of the tab, because links can't set it. */
const STORAGE_KEY = 'deleted-account';

/** Call it before the page of the next account loads. */
export function rememberDeletedAccount(name: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, name);
  } catch {
    // Without storage, there is no notice.
  }
}

/** Says once which account was deleted, on the page of the account that opened instead. */
export function useDeletedAccountNotice(): void {
  useEffect(() => {
    try {
      const name = sessionStorage.getItem(STORAGE_KEY);
      if (name === null) return;
      sessionStorage.removeItem(STORAGE_KEY);
      notifications.show({ color: 'gray', message: t.shell.accounts.deleted(name) });
    } catch {
      // As above.
    }
  }, []);
}
