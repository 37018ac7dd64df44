import type { SessionInfo } from '@libs/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useSignIn } from '../../api/session';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';
import { fieldErrors, errorMessage } from '../../../ui/error-messages';

interface Props {
  readonly email?: string;
  readonly onSignedIn: (session: SessionInfo) => void;
}

const texts = t.signIn;

/** Keeps its input until sign-in succeeds. */
export function SignInForm({ email = '', onSignedIn }: Props) {
  const signIn = useSignIn();
  const form = useFields({ email, password: '' }, (values) => ({
    email: values.email.trim() ? null : texts.missingEmail,
    password: values.password ? null : texts.missingPassword,
  }));
  const submit = form.submit(() =>
    signIn.mutate(
      { ...form.values, email: form.values.email.trim() },
      {
        onSuccess: ({ data }) => onSignedIn(data),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  );
  const hasFormError = signIn.error !== null && Object.keys(fieldErrors(signIn.error)).length === 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasFormError && (
          <Note tone="danger" role="alert">
            {errorMessage(signIn.error)}
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
