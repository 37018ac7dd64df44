import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRequestPasswordReset } from '../../api/mail/email-links';
import { useSignUpState } from '../../api/session';
import { t } from '../../../messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { ResetCommand } from '../../../ui/reset-command';
import { AuthForm } from '../../../ui/forms/auth-form';
import { EmailField } from '../../../ui/forms/email-field';
import { required } from '../../../ui/forms/required';
import { useFields } from '../../../ui/forms/use-fields';

const texts = t.emailLinks.reset;

export function RequestLink() {
  const request = useRequestPasswordReset();
  const isOff = useSignUpState().data?.mail === false;
  const form = useFields({ email: '' }, required({ email: texts.missingEmail }));
  const submit = form.submit(() =>
    request.mutate({ email: form.values.email.trim() }, { onError: (error) => form.showErrors(error) }),
  );
  if (isOff) {
    return (
      <AuthLayout title={texts.title} lead={texts.off}>
        <ResetCommand />
        <BackToSignIn />
      </AuthLayout>
    );
  }
  if (request.data) {
    const { valid_minutes: minutes } = request.data;
    return (
      <AuthLayout title={texts.sentTitle} lead={texts.sent(request.variables.email, minutes)}>
        <Stack gap="md" role="status">
          <Text c="dimmed">{texts.sentHint}</Text>
          <Button variant="default" onClick={request.reset}>
            {texts.again}
          </Button>
        </Stack>
        <BackToSignIn />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <AuthForm submit={texts.submit} isPending={request.isPending} error={request.error} onSubmit={submit}>
        <EmailField {...form.input('email')} label={texts.email} autoFocus />
      </AuthForm>
      <BackToSignIn />
    </AuthLayout>
  );
}

function BackToSignIn() {
  return (
    <AuthLayout.Aside>
      <Anchor component={Link} to="/sign-in" inherit underline="always">
        {t.emailLinks.backToSignIn}
      </Anchor>
    </AuthLayout.Aside>
  );
}
