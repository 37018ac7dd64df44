import type { SessionInfo } from '@libs/contract';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../api/client';
import { useSignIn } from '../../api/session';
import { t } from '../../../messages';
import { AuthForm } from '../../../ui/forms/auth-form';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { CredentialFields, useCredentials } from './credential-fields';

interface Props {
  readonly email?: string;
  readonly onSignedIn: (session: SessionInfo) => void;
}

const texts = t.signIn;
const SecondStepForm = lazy(() => import('./second-step-form'));

/** The challenge of a sign-in that needs a second step. */
const challengeOf = (error: Error): string | null => (error instanceof ApiError ? error.challenge : null);

/** Keeps its input until sign-in succeeds. */
export function SignInForm({ email = '', onSignedIn }: Props) {
  const signIn = useSignIn();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [expiry, setExpiry] = useState<Error | null>(null);
  const form = useCredentials(email);
  const submit = form.submit(() =>
    signIn.mutate(
      { ...form.values, email: form.values.email.trim() },
      {
        onSuccess: ({ data }) => onSignedIn(data),
        onError: (error) => {
          setExpiry(null);
          setChallenge(challengeOf(error));
          form.showErrors(error);
        },
      },
    ),
  );
  if (challenge !== null) {
    const restart = (error: Error | null) => {
      setExpiry(error);
      setChallenge(null);
      signIn.reset();
    };
    return (
      <Suspense fallback={<LoadingRows label={texts.secondStep.loading} rows={2} />}>
        <SecondStepForm challenge={challenge} onSignedIn={onSignedIn} onRestart={restart} />
      </Suspense>
    );
  }
  const error = signIn.error ?? expiry;
  return (
    <AuthForm
      submit={texts.submit}
      isPending={signIn.isPending}
      error={error && challengeOf(error) === null ? error : null}
      onSubmit={submit}
    >
      <CredentialFields form={form} hasEmail={email !== ''} />
    </AuthForm>
  );
}
