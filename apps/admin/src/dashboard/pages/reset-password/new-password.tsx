import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { ApiError } from '../../api/client';
import { useSetPassword } from '../../api/mail/email-links';
import { t } from '../../../messages';
import { AuthLayout } from '../../../ui/layout/auth-layout';
import { Note } from '../../../ui/states/note';
import { PasswordField } from '../../../ui/forms/password-field';
import { focusFirstInvalidField } from '../../../ui/forms/first-invalid-field';
import { useFields } from '../../../ui/forms/use-fields';
import { errorMessage, fieldErrors } from '../../../ui/error-messages';

const texts = t.emailLinks.password;

export function NewPassword({ token }: { readonly token: string }) {
  const setPassword = useSetPassword();
  const form = useFields({ password: '' }, ({ password }) => ({ password: password ? null : texts.missing }));
  const submit = form.submit(() =>
    setPassword.mutate(
      { token, password: form.values.password },
      {
        onError: (error) => {
          form.setErrors(fieldErrors(error, t.signUp.errors));
          focusFirstInvalidField();
        },
      },
    ),
  );
  if (setPassword.data) {
    return (
      <AuthLayout title={texts.doneTitle} lead={texts.done(setPassword.data.email)}>
        <Button component={Link} to="/sign-in" fullWidth>
          {t.emailLinks.signIn}
        </Button>
      </AuthLayout>
    );
  }
  const { error } = setPassword;
  const hasFormError = error !== null && Object.keys(fieldErrors(error)).length === 0;
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {hasFormError && (
            <Note tone="danger" role="alert">
              {errorMessage(error)}
            </Note>
          )}
          <PasswordField
            {...form.input('password')}
            label={texts.label}
            description={texts.rule}
            name="new-password"
            autoComplete="new-password"
            autoFocus
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={setPassword.isPending} fullWidth>
            {texts.submit}
          </Button>
        </Stack>
      </form>
      {error instanceof ApiError && error.code === 'link_invalid' && (
        <AuthLayout.Aside>
          <Anchor href="/app/reset-password" inherit underline="always">
            {texts.requestNew}
          </Anchor>
        </AuthLayout.Aside>
      )}
    </AuthLayout>
  );
}
