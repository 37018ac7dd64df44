import type { SessionInfo } from '@libs/contract';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSwitchAccount } from '../../api/session';

/** The parameter of links in messages with the ID of the account that they are about (mail.md 2). */
const ACCOUNT_PARAM = 'account';

/** Switches to the account of a link, if the person is a member. Returns true until the page shows the account. */
export function useLinkedAccount(session: SessionInfo | undefined): boolean {
  const [params, setParams] = useSearchParams();
  const id = params.get(ACCOUNT_PARAM);
  const { mutate, isPending, isError, isSuccess } = useSwitchAccount(async () => {});
  const isOther = session !== undefined && id !== session.account.id;
  const isMember = isOther && session.accounts.some((account) => account.id === id);
  const mustSwitch = id !== null && isMember && !isError;
  const isDone = id !== null && session !== undefined && !mustSwitch;
  useEffect(() => {
    if (mustSwitch) mutate(id, { onSuccess: () => window.location.reload() });
  }, [mustSwitch, id, mutate]);
  useEffect(() => {
    if (!isDone) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(ACCOUNT_PARAM);
        return next;
      },
      { replace: true },
    );
  }, [isDone, setParams]);
  return mustSwitch || isPending || isSuccess;
}
