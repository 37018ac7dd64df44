import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { AuthForm } from '../../../ui/forms/auth-form';
import { CredentialFields, useCredentials } from '../sign-in/credential-fields';
import { enterAccount } from './enter-account';

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Signs in and joins with one request. */
export function SignInToJoin({ token, suggestedEmail }: Props) {
  const accept = useAcceptInvitation();
  const form = useCredentials(suggestedEmail);
  const { email, password } = form.values;
  const submit = form.submit(() =>
    accept.mutate(
      { token, email: email.trim(), password },
      { onSuccess: enterAccount, onError: (error) => form.showErrors(error) },
    ),
  );
  return (
    <AuthForm
      submit={t.invite.signInAndJoin}
      isPending={accept.isPending}
      error={accept.error}
      onSubmit={submit}
    >
      <CredentialFields form={form} hasEmail={suggestedEmail !== ''} />
    </AuthForm>
  );
}
