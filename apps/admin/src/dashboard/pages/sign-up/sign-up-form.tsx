import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSignUp, useSuggestedSlug } from '../../api/session';
import { t } from '../../../messages';
import { AuthForm } from '../../../ui/forms/auth-form';
import { EmailField } from '../../../ui/forms/email-field';
import { PasswordField } from '../../../ui/forms/password-field';
import { required } from '../../../ui/forms/required';
import { useFields } from '../../../ui/forms/use-fields';
import styles from './sign-up.module.css';

const texts = t.signUp;
/** Pause in typing before a slug is suggested. */
const DEBOUNCE_MS = 300;

const EMPTY_VALUES = { name: '', person_name: '', email: '', password: '', slug: null as string | null };

export function SignUpForm() {
  const signUp = useSignUp();
  const form = useFields(EMPTY_VALUES, required(texts.missing));
  const { name, person_name: personName, email, password, slug } = form.values;
  const [debouncedName] = useDebouncedValue(name.trim(), DEBOUNCE_MS);
  const suggested = useSuggestedSlug(debouncedName).data ?? '';

  const submit = form.submit(() =>
    signUp.mutate(
      {
        name,
        person_name: personName.trim() || undefined,
        email: email.trim(),
        password,
        slug: slug?.trim() || undefined,
      },
      {
        onError: (error) => form.showErrors(error, texts.errors),
      },
    ),
  );

  return (
    <AuthForm submit={texts.submit} isPending={signUp.isPending} error={signUp.error} onSubmit={submit}>
      <TextInput
        {...form.input('name')}
        label={texts.name}
        description={texts.nameHint}
        name="name"
        autoComplete="organization"
        autoFocus
        required
      />
      <TextInput
        {...form.input('person_name')}
        label={texts.personName}
        name="person-name"
        autoComplete="name"
      />
      <EmailField {...form.input('email')} label={texts.email} description={texts.emailHint} />
      <PasswordField
        {...form.input('password')}
        label={texts.password}
        description={texts.passwordHint}
        name="password"
        autoComplete="new-password"
        required
      />
      <TextInput
        {...form.input('slug')}
        value={slug ?? suggested}
        label={texts.slug}
        description={texts.slugHint}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={<span className={styles.prefix}>/f/</span>}
      />
    </AuthForm>
  );
}
