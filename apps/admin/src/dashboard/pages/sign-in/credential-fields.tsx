import type { RefObject } from 'react';
import { t } from '../../../messages';
import { EmailField } from '../../../ui/forms/email-field';
import { PasswordField } from '../../../ui/forms/password-field';
import { useFields } from '../../../ui/forms/use-fields';

const texts = t.signIn;

/** @param email the suggested email address; empty if unknown */
export const useCredentials = (email: string) =>
  useFields({ email, password: '' }, (values) => ({
    email: values.email.trim() ? null : texts.missingEmail,
    password: values.password ? null : texts.missingPassword,
  }));

interface Props {
  readonly form: ReturnType<typeof useCredentials>;
  /** Whether the email address was suggested, so that only the password is missing. */
  readonly hasEmail: boolean;
  readonly passwordRef: RefObject<HTMLInputElement | null>;
}

/** The email address and the password of an existing person. */
export function CredentialFields({ form, hasEmail, passwordRef }: Props) {
  return (
    <>
      <EmailField {...form.input('email')} label={texts.email} autoFocus={!hasEmail} />
      <PasswordField
        {...form.input('password')}
        ref={passwordRef}
        label={texts.password}
        name="password"
        autoComplete="current-password"
        autoFocus={hasEmail}
        data-autofocus={hasEmail || undefined}
        required
      />
    </>
  );
}
