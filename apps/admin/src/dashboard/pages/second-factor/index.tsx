import type { SessionInfo } from '@libs/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useSecondFactor } from '../../api/settings/second-factor';
import { useSignOut } from '../../api/session';
import { t } from '../../../messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { QueryState } from '../../../ui/states/query-state';
import { AccountMenu } from '../../shell/accounts/account-menu';
import { useConfirmedAction } from '../settings/reauthenticate';
import { SecondFactorControls } from '../settings/second-factor/controls';

const texts = t.secondFactor.page;

interface Props {
  readonly session: SessionInfo;
  readonly onDone: () => void;
}

/** What a person sees who must set up a second factor before anything else (second-factor.md 5). */
export default function SecondFactorPage({ session, onDone }: Props) {
  const factor = useSecondFactor();
  const { dialog, runConfirmed } = useConfirmedAction();
  const signOut = useSignOut(async () => {});
  const leave = () => signOut.mutate(undefined, { onSuccess: () => window.location.assign('/app/sign-in') });
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <Stack gap="lg">
        <AccountMenu session={session} />
        <QueryState query={factor} loading={t.secondFactor.loading} rows={2}>
          {(state) => <SecondFactorControls state={state} runConfirmed={runConfirmed} />}
        </QueryState>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={leave} loading={signOut.isPending}>
            {texts.signOut}
          </Button>
          {factor.data?.active && <Button onClick={onDone}>{texts.go}</Button>}
        </Group>
      </Stack>
      {dialog}
    </AuthLayout>
  );
}
