import type { Data, SecondStepBody, SessionInfo, SignInBody } from '@libs/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { AuthForm } from '../../../ui/forms/auth-form';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { CredentialFields, useCredentials } from './credential-fields';

interface Props {
  readonly email: string;
  /** The text of the button. */
  readonly submit: string;
  /** Sends the email address and the password. */
  readonly signIn: UseMutationResult<Data<SessionInfo>, Error, SignInBody>;
  /** Sends the code of the second factor. */
  readonly complete: UseMutationResult<Data<SessionInfo>, Error, SecondStepBody>;
  readonly onSignedIn: (session: SessionInfo) => void;
  /** Other fields. */
  readonly children?: ReactNode;
}

const texts = t.signIn.secondStep;
const SecondStepForm = lazy(() => import('./second-step-form'));

/** The challenge of a sign-in that needs a second step. */
const challengeOf = (error: Error): string | null => (error instanceof ApiError ? error.challenge : null);

/** Signs in with a password, and a code if the person has a second factor. Keeps its input until sign-in succeeds. */
export function TwoStepForm({ email, submit, signIn, complete, onSignedIn, children }: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [expiry, setExpiry] = useState<Error | null>(null);
  const form = useCredentials(email);
  const password = useRef<HTMLInputElement>(null);
  const send = form.submit(() =>
    signIn.mutate(
      { ...form.values, email: form.values.email.trim() },
      {
        onSuccess: ({ data }) => onSignedIn(data),
        onError: (error) => {
          setExpiry(null);
          setChallenge(challengeOf(error));
          form.showErrors(error);
          password.current?.focus();
          password.current?.select();
        },
      },
    ),
  );
  if (challenge !== null) {
    const restart = (error: Error | null) => {
      setExpiry(error);
      setChallenge(null);
      signIn.reset();
      complete.reset();
    };
    return (
      <Suspense fallback={<LoadingRows label={texts.loading} rows={2} />}>
        <SecondStepForm
          complete={complete}
          challenge={challenge}
          onSignedIn={onSignedIn}
          onRestart={restart}
        />
      </Suspense>
    );
  }
  const error = signIn.error ?? expiry;
  return (
    <AuthForm
      submit={submit}
      isPending={signIn.isPending}
      error={error && challengeOf(error) === null ? error : null}
      onSubmit={send}
    >
      <CredentialFields form={form} hasEmail={email !== ''} passwordRef={password} />
      {children}
    </AuthForm>
  );
}
