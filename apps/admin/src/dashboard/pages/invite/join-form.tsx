import { Button, Stack, TextInput } from '@mantine/core';
import { useAcceptInvitation } from '../../api/team/members';
import { t } from '../../../messages';
import { errorMessage, fieldErrors } from '../../../ui/error-messages';
import { focusFirstInvalidField } from '../../../ui/forms/first-invalid-field';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';
import { Note } from '../../../ui/states/note';
import { enterAccount } from './enter-account';
import { requiredError } from './required-error';

const texts = t.invite;
const FIELD_TEXTS = { ...t.signUp.errors, name: t.signUp.errors.person_name };

interface Props {
  readonly token: string;
  readonly suggestedEmail: string;
}

/** Creates a person who joins the account. */
export function JoinForm({ token, suggestedEmail }: Props) {
  const accept = useAcceptInvitation();
  const form = useFields({ name: '', email: suggestedEmail, password: '' }, (values) => ({
    name: requiredError(values.name, texts.missing.name),
    email: requiredError(values.email, texts.missing.email),
    password: requiredError(values.password, texts.missing.password),
  }));
  const { name, email, password } = form.values;
  const submit = form.submit(() =>
    accept.mutate(
      { token, name: name.trim(), email: email.trim(), password },
      {
        onSuccess: enterAccount,
        onError: (error) => {
          form.setErrors(fieldErrors(error, FIELD_TEXTS));
          focusFirstInvalidField();
        },
      },
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
          {...form.input('name')}
          label={texts.name}
          description={texts.nameHint}
          name="name"
          autoComplete="name"
          autoFocus
          required
          withAsterisk={false}
        />
        <TextInput
          {...form.input('email')}
          label={texts.email}
          description={texts.emailHint}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          withAsterisk={false}
        />
        <PasswordField
          {...form.input('password')}
          label={t.signUp.password}
          description={t.signUp.passwordHint}
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={accept.isPending} fullWidth>
          {texts.create}
        </Button>
      </Stack>
    </form>
  );
}
