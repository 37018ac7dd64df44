import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { ApiError } from '../../api/requests/client';
import { useSetPassword } from '../../api/mail/email-links';
import { t } from '../../../messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { AuthForm } from '../../../ui/forms/auth-form';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';

const texts = t.emailLinks.password;

export function NewPassword({ token }: { readonly token: string }) {
  const setPassword = useSetPassword();
  const form = useFields({ password: '' }, ({ password }) => ({ password: password ? null : texts.missing }));
  const submit = form.submit(() =>
    setPassword.mutate(
      { token, password: form.values.password },
      { onError: (error) => form.showErrors(error, t.signUp.errors) },
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
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <AuthForm submit={texts.submit} isPending={setPassword.isPending} error={error} onSubmit={submit}>
        <PasswordField
          {...form.input('password')}
          label={texts.label}
          description={texts.rule}
          name="new-password"
          autoComplete="new-password"
          autoFocus
          required
        />
      </AuthForm>
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
