import { Button, Stack, TextInput } from '@mantine/core';
import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { errorMessage, fieldErrors } from '../../../ui/error-messages';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';
import { Note } from '../../../ui/states/note';
import { enterAccount } from './enter-account';
import { requiredError } from './required-error';

const texts = t.signIn;

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Signs in and joins with one request. */
export function SignInToJoin({ token, suggestedEmail }: Props) {
  const accept = useAcceptInvitation();
  const form = useFields({ email: suggestedEmail, password: '' }, (values) => ({
    email: requiredError(values.email, texts.missingEmail),
    password: requiredError(values.password, texts.missingPassword),
  }));
  const { email, password } = form.values;
  const submit = form.submit(() =>
    accept.mutate(
      { token, email: email.trim(), password },
      { onSuccess: enterAccount, onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  const hasFormError = accept.error !== null && Object.keys(fieldErrors(accept.error)).length === 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasFormError && (
          <Note tone="danger" role="alert">
            {errorMessage(accept.error)}
          </Note>
        )}
        <TextInput
          {...form.input('email')}
          label={texts.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={suggestedEmail === ''}
          required
          withAsterisk={false}
        />
        <PasswordField
          {...form.input('password')}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          autoFocus={suggestedEmail !== ''}
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={accept.isPending} fullWidth>
          {t.invite.signInAndJoin}
        </Button>
      </Stack>
    </form>
  );
}
