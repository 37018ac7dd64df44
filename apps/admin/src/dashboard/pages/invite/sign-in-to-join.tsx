import type { SecondStepBody, SignInBody } from '@libs/contract';
import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { TwoStepForm } from '../sign-in/two-step-form';
import { enterAccount } from './enter-account';
import { NewNameField, useNewName } from './new-name-field';

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Signs in and joins, after the second factor if the person has one. */
export function SignInToJoin({ token, suggestedEmail }: Props) {
  const newName = useNewName();
  const signIn = useAcceptInvitation<SignInBody>(token, newName.body);
  const complete = useAcceptInvitation<SecondStepBody>(token, newName.body);
  return (
    <TwoStepForm
      signIn={signIn}
      complete={complete}
      email={suggestedEmail}
      submit={t.invite.signInAndJoin}
      onSignedIn={enterAccount}
    >
      <NewNameField newName={newName} accept={signIn} />
    </TwoStepForm>
  );
}
