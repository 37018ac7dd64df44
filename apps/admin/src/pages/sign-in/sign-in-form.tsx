import type { SessionInfo } from '@libs/api-client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSignIn } from '../../api/session';
import { t } from '../../messages';
import { focusFirstFault } from '../../ui/first-fault';
import { Note } from '../../ui/note';
import { PasswordField } from '../../ui/password-field';
import { fieldWords, wordsOf } from '../../ui/words-of';

interface Props {
  readonly email?: string;
  readonly onEntered: (session: SessionInfo) => void;
}

const texts = t.signIn;

/** What was typed stays in it until somebody has come in. */
export function SignInForm({ email = '', onEntered }: Props) {
  const signIn = useSignIn();
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() ? null : texts.missingEmail),
      password: (value) => (value ? null : texts.missingPassword),
    },
  });
  const submit = form.onSubmit(
    (values) =>
      signIn.mutate(
        { ...values, email: values.email.trim() },
        {
          onSuccess: ({ data }) => onEntered(data),
          onError: (error) => form.setErrors(fieldWords(error)),
        },
      ),
    focusFirstFault,
  );
  const isAboveFields = signIn.error !== null && Object.keys(fieldWords(signIn.error)).length === 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isAboveFields && (
          <Note tone="danger" role="alert">
            {wordsOf(signIn.error)}
          </Note>
        )}
        <TextInput
          {...form.getInputProps('email')}
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
          {...form.getInputProps('password')}
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
