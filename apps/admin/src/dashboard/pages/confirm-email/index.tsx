import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useConfirmEmail } from '../../api/mail/email-links';
import { t } from '../../../messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { ErrorNote } from '../../../ui/states/error-note';
import { useFragmentToken } from '../../../ui/use-fragment-token';

const texts = t.emailLinks.confirm;

/** Confirms with a button, because mail servers open links to check them (mail.md 5). */
export default function ConfirmEmailPage() {
  const token = useFragmentToken();
  const confirm = useConfirmEmail();
  if (confirm.data) {
    return (
      <AuthLayout title={texts.doneTitle} lead={texts.done(confirm.data.email)}>
        <Button component={Link} to="/inbox" fullWidth>
          {texts.open}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} lead={token === '' ? texts.missing : texts.lead}>
      <Stack gap="md">
        <ErrorNote error={confirm.error} />
        {token === '' ? (
          <Button component={Link} to="/inbox" variant="default" fullWidth>
            {texts.open}
          </Button>
        ) : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })} fullWidth>
            {texts.submit}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}
