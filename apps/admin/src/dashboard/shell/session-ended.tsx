import type { SessionInfo } from '@libs/contract';
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { signedInAccount } from '../api/requests/early';
import { t } from '../../messages';
import { SignInForm } from '../pages/sign-in/sign-in-form';
import { Dialog } from '../../ui/forms/dialog';

interface Props {
  readonly session: SessionInfo;
  readonly onSignedIn: () => void;
}

/** Sign-in dialog for a session that ended during work. The page stays behind it with everything typed. */
export function SessionEnded({ session, onSignedIn }: Props) {
  const queryClient = useQueryClient();
  const handleSignIn = (entered: SessionInfo) => {
    // Another account must not see this account's data.
    if (entered.account.id !== session.account.id) return window.location.assign('/app/');
    onSignedIn();
    void queryClient.invalidateQueries({ type: 'active' });
  };
  return (
    <Dialog onClose={() => {}} withCloseButton={false} title={t.signIn.title}>
      <Stack gap="md">
        <Text>{signedInAccount.get() !== null ? t.signIn.ended : t.signIn.signedOut}</Text>
        <SignInForm email={session.person.email} onSignedIn={handleSignIn} />
      </Stack>
    </Dialog>
  );
}
