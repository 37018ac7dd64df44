import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError, onSessionProblem, type SessionProblem } from '../api/requests/client';
import { isLeaving } from '../api/requests/leaving';
import { RoleContext } from '../api/team/role';
import { useSession } from '../api/session';
import { signedInAccount } from '../api/requests/early';
import { TellHost } from '../items/status-messages/tell-host';
import { t } from '../../messages';
import { ErrorState } from '../../ui/states/error-state';
import { useShortcutListener } from '../../ui/shortcuts/shortcuts';
import { useDeletedAccountNotice } from './accounts/deleted-account';
import { useLinkedAccount } from './accounts/use-linked-account';
import { AccountSwitched } from './banners/account-switched';
import { ConnectionBanner } from './banners/connection-banner';
import { CommandPalette } from './commands/command-palette';
import { Navigation } from './navigation';
import { SessionEnded } from './session-ended';
import styles from './shell.module.css';
import { ShortcutSheet } from './shortcut-sheet';
import { signInPath } from './sign-in-path';
import { useHeadingFocus } from './use-heading-focus';
import { MembershipEnded } from './banners/membership-ended';
import { WebhookBanner } from './banners/webhook-banner';

/** The frame of every signed-in page: navigation, banners, and shortcuts. */
export function Shell() {
  const session = useSession();
  const location = useLocation();
  const [problem, setProblem] = useSessionProblem();
  const accountId = session.data?.account.id;
  useEffect(() => {
    if (accountId !== undefined) signedInAccount.set(accountId);
  }, [accountId]);
  const { mustSetUp, finish } = useSecondFactorSetup(session.data?.must_set_up_second_factor ?? false);
  const isSwitching = useLinkedAccount(session.data);
  useShortcutListener();
  useHeadingFocus();
  useDeletedAccountNotice();

  if (!session.data) {
    if (isSignedOut(session.error)) return <Navigate to={signInPath(location)} replace />;
    if (session.error) return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
    return null;
  }
  if (isSwitching) return null;
  if (mustSetUp) {
    return (
      <Suspense fallback={null}>
        <SecondFactorPage session={session.data} onDone={finish} />
      </Suspense>
    );
  }
  return (
    <RoleContext value={session.data.role}>
      <div className={styles.shell}>
        <a href="#main" className="skip-link">
          {t.shell.skip}
        </a>
        <Navigation session={session.data} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {problem === 'switched' && <AccountSwitched accountName={session.data.account.name} />}
          <ConnectionBanner />
          <WebhookBanner webhooks={session.data.disabled_webhooks} />
          <Outlet />
        </main>
        <ShortcutSheet />
        <CommandPalette />
        <TellHost />
        {problem === 'removed' && <MembershipEnded accountName={session.data.account.name} />}
        {problem === 'ended' && <SessionEnded session={session.data} onSignedIn={() => setProblem(null)} />}
      </div>
    </RoleContext>
  );
}

/** Stays true until the person continues, so that the recovery codes are not lost with the next session request. */
function useSecondFactorSetup(isRequired: boolean): {
  readonly mustSetUp: boolean;
  readonly finish: () => void;
} {
  const queryClient = useQueryClient();
  const [mustSetUp, setMustSetUp] = useState(isRequired);
  if (isRequired && !mustSetUp) setMustSetUp(true);
  const finish = () =>
    void queryClient.invalidateQueries({ queryKey: ['session'] }).then(() => setMustSetUp(false));
  return { mustSetUp, finish };
}

const SecondFactorPage = lazy(() => import('../pages/second-factor'));

/** The problem that needs a dialog. If the access has changed, loads the session again. */
function useSessionProblem() {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<SessionProblem | null>(null);
  useEffect(
    () =>
      onSessionProblem((found) => {
        if (found === 'access') void queryClient.invalidateQueries({ queryKey: ['session'] });
        // A removal also ends the session.
        else if (!isLeaving(queryClient)) setProblem((current) => (current === 'removed' ? current : found));
      }),
    [queryClient],
  );
  return [problem, setProblem] as const;
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_required';
