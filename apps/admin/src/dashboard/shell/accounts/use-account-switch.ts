import type { SessionInfo } from '@libs/contract';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useSwitchAccount } from '../../api/session';
import { storeChanges } from '../../items/mutations/item-mutations';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { useCommands } from '../../../ui/shortcuts/shortcuts';

const texts = t.shell.accounts;

/**
 * Switches to another account of the person. The command palette can do it, too.
 * @param more commands about accounts
 */
export function useAccountSwitch(
  { accounts, account }: SessionInfo,
  more: Readonly<Record<string, () => void>>,
) {
  const queryClient = useQueryClient();
  const request = useSwitchAccount(() => storeChanges(queryClient));
  const switchTo = (id: string) => {
    if (id === account.id) return;
    request.mutate(id, {
      // A reload clears this account's data from memory.
      onSuccess: () => window.location.assign('/app/inbox'),
      onError: (error) =>
        notifications.show({ color: 'red', title: texts.failed, message: errorMessage(error) }),
    });
  };
  const others = accounts.filter(({ id }) => id !== account.id);
  useCommands(t.shell.shortcuts.everywhere, {
    ...Object.fromEntries(others.map(({ id, name }) => [texts.switchTo(name), () => switchTo(id)])),
    ...more,
  });
  return switchTo;
}
