import type { SessionInfo } from '@libs/contract';
import { useCompleteSignIn, useSignIn } from '../../api/session';
import { t } from '../../../messages';
import { TwoStepForm } from './two-step-form';

interface Props {
  readonly email?: string;
  readonly onSignedIn: (session: SessionInfo) => void;
}

export function SignInForm({ email = '', onSignedIn }: Props) {
  return (
    <TwoStepForm
      signIn={useSignIn()}
      complete={useCompleteSignIn()}
      email={email}
      submit={t.signIn.submit}
      onSignedIn={onSignedIn}
    />
  );
}
