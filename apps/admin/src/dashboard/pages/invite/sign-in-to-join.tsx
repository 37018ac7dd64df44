import type { SecondStepBody, SignInBody } from '@libs/contract';
import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { TwoStepForm } from '../sign-in/two-step-form';
import { enterAccount } from './enter-account';

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Signs in and joins, after the second factor if the person has one. */
export function SignInToJoin({ token, suggestedEmail }: Props) {
  const signIn = useAcceptInvitation<SignInBody>(token);
  const complete = useAcceptInvitation<SecondStepBody>(token);
  const mutations = { signIn, complete };
  return (
    <TwoStepForm
      {...mutations}
      email={suggestedEmail}
      submit={t.invite.signInAndJoin}
      onSignedIn={enterAccount}
    />
  );
}
