import { PASSWORD_MAX, PASSWORD_MIN, type AccountSettings } from '@libs/contract';
import { codePoints } from '@libs/kernel';
import { useState } from 'react';
import { useChangePassword } from '../../api/account';
import { t } from '../../../messages';
import { PasswordField } from '../../../ui/forms/password-field';
import { Section } from '../../../ui/layout/section';
import { errorMessage } from '../../../ui/error-messages';
import { FieldForm } from './field-form';
import { NotConfirmed, type Confirmed } from './reauthenticate';
import { refusalOf } from './field-error';
import styles from './settings.module.css';

interface Props {
  readonly account: AccountSettings;
  readonly confirmed: Confirmed;
}

const texts = t.settings.password;

export function PasswordSection({ account, confirmed }: Props) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const change = useChangePassword();
  // Counted as the service counts: after composing what two keyboards may type differently.
  const length = codePoints(password.normalize('NFC'));
  const refused = refusalOf('password', error);
  const submit = () => {
    setError(null);
    confirmed(() => change.mutateAsync(password)).then(
      () => setPassword(''),
      (reason: unknown) => setError(reason instanceof NotConfirmed ? null : reason),
    );
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      <FieldForm
        submit={texts.save}
        disabled={length < PASSWORD_MIN || length > PASSWORD_MAX}
        pending={change.isPending}
        done={change.isSuccess && password === '' ? texts.saved : null}
        error={error && !refused ? errorMessage(error) : null}
        onSubmit={submit}
      >
        {/* A password manager learns from it whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
        <div>
          <PasswordField
            label={texts.label}
            description={texts.rule}
            name="new-password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.show }}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setError(null);
            }}
            error={length > PASSWORD_MAX ? t.settings.errors.tooLong(PASSWORD_MAX) : refused}
          />
          <p className={styles.strength} role="status">
            {length > 0 && length <= PASSWORD_MAX && !refused && strength(length)}
          </p>
        </div>
      </FieldForm>
    </Section>
  );
}

function strength(length: number): string {
  return length < PASSWORD_MIN ? texts.missing(PASSWORD_MIN - length) : texts.longEnough;
}
