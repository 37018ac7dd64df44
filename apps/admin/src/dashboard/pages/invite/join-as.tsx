import type { SessionInfo } from '@libs/contract';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/requests/client';
import { useAcceptInvitation } from '../../api/team/members';
import { useSignOut } from '../../api/session';
import { t } from '../../../messages';
import { fieldErrors } from '../../../ui/error-messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { ErrorNote } from '../../../ui/states/error-note';
import { enterAccount } from './enter-account';
import { NewNameField, useNewName } from './new-name-field';

const texts = t.invite;

interface Props {
  readonly token: string;
  readonly accountName: string;
  readonly session: SessionInfo;
}

/** Joins as the person who is signed in. */
export function JoinAs({ token, accountName, session: { person } }: Props) {
  const newName = useNewName();
  const accept = useAcceptInvitation(token, newName.body);
  const signOut = useSignOut(async () => {});
  const error = accept.error ?? signOut.error;
  const isMember = accept.error instanceof ApiError && accept.error.code === 'already_member';
  return (
    <>
      <Stack gap="md">
        {!fieldErrors(error)['new_name'] && <ErrorNote error={error} />}
        <Text style={{ overflowWrap: 'anywhere' }}>{texts.as(person.name, person.email)}</Text>
        <NewNameField newName={newName} accept={accept} />
        {isMember ? (
          <Button fullWidth variant="default" onClick={enterAccount}>
            {texts.open}
          </Button>
        ) : (
          <Button
            fullWidth
            loading={accept.isPending}
            onClick={() => accept.mutate({}, { onSuccess: enterAccount })}
          >
            {texts.join(accountName)}
          </Button>
        )}
      </Stack>
      <AuthLayout.Aside>
        <p>
          {texts.otherPerson}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => {
              // The reload keeps the fragment with the token.
              const onSuccess = () => window.location.reload();
              if (signOut.isIdle || signOut.isError) signOut.mutate(undefined, { onSuccess });
            }}
          >
            {texts.signOut}
          </Anchor>
        </p>
      </AuthLayout.Aside>
    </>
  );
}
