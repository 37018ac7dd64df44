import { TextInput } from '@mantine/core';
import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { AuthForm } from '../../../ui/forms/auth-form';
import { EmailField } from '../../../ui/forms/email-field';
import { PasswordField } from '../../../ui/forms/password-field';
import { required } from '../../../ui/forms/required';
import { useFields } from '../../../ui/forms/use-fields';
import { enterAccount } from './enter-account';

const texts = t.invite;
const FIELD_TEXTS = { ...t.signUp.errors, name: t.signUp.errors.person_name };

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Creates a person who joins the account. */
export function JoinForm({ token, suggestedEmail }: Props) {
  const accept = useAcceptInvitation(token);
  const form = useFields({ name: '', email: suggestedEmail, password: '' }, required(texts.missing));
  const { name, email, password } = form.values;
  const submit = form.submit(() =>
    accept.mutate(
      { name: name.trim(), email: email.trim(), password },
      { onSuccess: enterAccount, onError: (error) => form.showErrors(error, FIELD_TEXTS) },
    ),
  );
  return (
    <AuthForm submit={texts.create} isPending={accept.isPending} error={accept.error} onSubmit={submit}>
      <TextInput
        {...form.input('name')}
        label={texts.name}
        description={texts.nameHint}
        name="name"
        autoComplete="name"
        autoFocus
        required
      />
      <EmailField {...form.input('email')} label={texts.email} description={texts.emailHint} />
      <PasswordField
        {...form.input('password')}
        label={t.signUp.password}
        description={t.signUp.passwordHint}
        name="password"
        autoComplete="new-password"
        required
      />
    </AuthForm>
  );
}
