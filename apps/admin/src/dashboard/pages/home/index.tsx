import type { SessionInfo } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { useCreateKey } from '../../api/api-keys';
import { allDone, useFirstSteps, useSession } from '../../api/session';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { Splash } from '../../shell/splash';
import { ErrorState } from '../../../ui/states/error-state';
import { LeaveGuard } from '../../../ui/forms/leave-guard';
import { Note } from '../../../ui/states/note';
import { List } from '../../../ui/layout/list';
import { PageHeader } from '../../../ui/pages/page-header';
import { CallStep } from './call-step';
import { KeyStep } from './key-step';
import { ShareStep } from './share-step';
import styles from './home.module.css';

const texts = t.home;

export default function HomePage() {
  const session = useSession().data;
  const { data: steps, error } = useFirstSteps();
  const mayCreateKeys = useMayDo('keys.manage');
  const [isFinished, setFinished] = useState<boolean | null>(null);
  if (isFinished === null && steps) setFinished(allDone(steps));
  if (!mayCreateKeys) return <Navigate to="/inbox" replace />;
  // Redirect only if all steps were already complete on load, so that the user sees the message after the last step.
  if (isFinished) return <Navigate to="/inbox" replace />;
  // Don't show the steps before it is known whether all are complete.
  if (!steps && !error) return <Splash />;
  return session ? <FirstSteps session={session} /> : null;
}

/** Three steps, each marked as complete automatically. */
function FirstSteps({ session }: { readonly session: SessionInfo }) {
  const query = useFirstSteps();
  const create = useCreateKey();
  const [secret, setSecret] = useState<string | null>(null);
  const [isStored, setStored] = useState(false);
  const { name } = session.account;
  const steps = query.data;
  const isDone = steps !== undefined && allDone(steps);
  // The steps can have the key before its secret arrives.
  const hasKey = steps?.key_created === true && !create.isPending;
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} lead={isDone ? texts.leadDone(name) : texts.lead(name)} />
      {!steps && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {steps && (
        <>
          <p className={styles.progress} role="status">
            {texts.progress(Object.values(steps).filter(Boolean).length, Object.keys(steps).length)}
          </p>
          {isDone && (
            <div className={styles.finished}>
              <Note
                tone="info"
                title={texts.finished.title}
                action={
                  <Button component={Link} to="/inbox">
                    {texts.finished.inbox}
                  </Button>
                }
              >
                {texts.finished.body}
              </Note>
            </div>
          )}
          <List as="ol" look="cards">
            <ShareStep session={session} isDone={steps.form_used} />
            <KeyStep
              create={create}
              isDone={hasKey}
              secret={secret}
              onSecret={setSecret}
              onStored={isStored ? undefined : () => setStored(true)}
            />
            <CallStep
              apiUrl={`${session.base_url}/api/v1`}
              isDone={steps.key_used}
              hasKey={hasKey}
              secret={secret}
            />
          </List>
          <LeaveGuard
            when={create.isPending || (secret !== null && !isStored)}
            texts={{
              title: t.developer.issued.leaveTitle,
              body: t.developer.issued.leave,
              stay: t.developer.issued.leaveBack,
              leave: t.developer.issued.leaveAnyway,
            }}
          />
        </>
      )}
    </div>
  );
}
