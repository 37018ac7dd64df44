import type { SessionInfo } from '@libs/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { signedInFlag } from '../api/signed-in-flag';
import { t } from '../../messages';
import { SignInForm } from '../pages/sign-in/sign-in-form';

interface Props {
  readonly session: SessionInfo;
  readonly onSignedIn: () => void;
}

/** The session ended while somebody was at work: the page stays behind it, with everything that was typed. */
export function SessionEnded({ session, onSignedIn }: Props) {
  const queryClient = useQueryClient();
  const handleSignIn = (entered: SessionInfo) => {
    // Nothing of one account may stand before the eyes of another's owner.
    if (entered.account.id !== session.account.id) return window.location.assign('/app/');
    onSignedIn();
    void queryClient.invalidateQueries({ type: 'active' });
  };
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={t.signIn.title}>
      <Stack gap="md">
        <Text>{signedInFlag.isSet() ? t.signIn.ended : t.signIn.signedOut}</Text>
        <SignInForm email={session.owner.email} onSignedIn={handleSignIn} />
      </Stack>
    </Modal>
  );
}
