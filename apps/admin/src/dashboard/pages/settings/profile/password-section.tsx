import { PASSWORD_MAX, PASSWORD_MIN, type PersonSettings } from '@libs/contract';
import { codePoints } from '@libs/kernel';
import { useState } from 'react';
import { useChangePassword } from '../../../api/account';
import { t } from '../../../../messages';
import { PasswordField } from '../../../../ui/forms/password-field';
import { Section } from '../../../../ui/layout/section';
import { errorMessage } from '../../../../ui/error-messages';
import { FieldForm } from '../field-form';
import { useConfirmedRun, type RunConfirmed } from '../reauthenticate';
import { fieldError } from '../field-error';
import styles from '../settings.module.css';

interface Props {
  readonly person: PersonSettings;
  readonly runConfirmed: RunConfirmed;
}

const texts = t.settings.password;

export function PasswordSection({ person, runConfirmed }: Props) {
  const [password, setPassword] = useState('');
  const { error, run, clearError } = useConfirmedRun(runConfirmed);
  const change = useChangePassword();
  // Count like the service: after NFC normalization, because keyboards compose characters differently.
  const length = codePoints(password.normalize('NFC'));
  const fieldText = fieldError('password', error);
  const submit = () =>
    run(
      () => change.mutateAsync(password),
      () => setPassword(''),
    );

  return (
    <Section title={texts.title} hint={texts.hint}>
      <FieldForm
        submit={texts.save}
        disabled={length < PASSWORD_MIN || length > PASSWORD_MAX}
        pending={change.isPending}
        done={change.isSuccess && password === '' ? texts.saved : null}
        error={error && !fieldText ? errorMessage(error) : null}
        onSubmit={submit}
      >
        {/* Password managers read the username from this field. */}
        <input type="hidden" name="username" autoComplete="username" value={person.email} readOnly />
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
              clearError();
            }}
            error={length > PASSWORD_MAX ? t.settings.errors.tooLong(PASSWORD_MAX) : fieldText}
          />
          <p className={styles.strength} role="status">
            {length > 0 && length <= PASSWORD_MAX && !fieldText && strengthText(length)}
          </p>
        </div>
      </FieldForm>
    </Section>
  );
}

function strengthText(length: number): string {
  return length < PASSWORD_MIN ? texts.missing(PASSWORD_MIN - length) : texts.longEnough;
}
