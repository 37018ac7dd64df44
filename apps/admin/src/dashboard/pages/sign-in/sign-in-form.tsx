import type { SessionInfo } from '@libs/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../api/client';
import { useSignIn } from '../../api/session';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { fieldErrors, errorMessage } from '../../../ui/error-messages';

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
  const form = useFields({ email, password: '' }, (values) => ({
    email: values.email.trim() ? null : texts.missingEmail,
    password: values.password ? null : texts.missingPassword,
  }));
  const submit = form.submit(() =>
    signIn.mutate(
      { ...form.values, email: form.values.email.trim() },
      {
        onSuccess: ({ data }) => onSignedIn(data),
        onError: (error) => {
          setExpiry(null);
          setChallenge(challengeOf(error));
          form.setErrors(fieldErrors(error));
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
  const hasFormError = error !== null && Object.keys(fieldErrors(error)).length === 0 && !challengeOf(error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasFormError && (
          <Note tone="danger" role="alert">
            {errorMessage(error)}
          </Note>
        )}
        <TextInput
          {...form.input('email')}
          label={texts.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={email === ''}
          required
          withAsterisk={false}
        />
        <PasswordField
          {...form.input('password')}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          data-autofocus={email !== '' || undefined}
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
