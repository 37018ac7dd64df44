import type { AccountSettings } from '@libs/contract';
import { isEmail, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangeAccount } from '../../api/account';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { errorMessage } from '../../../ui/error-messages';
import { FieldForm } from './field-form';
import { NotConfirmed, type RunConfirmed } from './reauthenticate';
import { PendingEmail } from './pending-email';
import { fieldError } from './field-error';

interface Props {
  readonly account: AccountSettings;
  readonly runConfirmed: RunConfirmed;
}

const texts = t.settings.email;

export function EmailSection({ account, runConfirmed }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isMalformed, setMalformed] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = useChangeAccount();
  const email = trimmed(typed ?? account.email);
  const fieldText = fieldError('email', error);
  const submit = () => {
    setMalformed(!isEmail(email));
    setError(null);
    if (!isEmail(email)) return;
    runConfirmed(() => change.mutateAsync({ email })).then(
      () => setTyped(null),
      (reason: unknown) => setError(reason instanceof NotConfirmed ? null : reason),
    );
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      {account.pending_email && <PendingEmail pending={account.pending_email} />}
      <FieldForm
        submit={texts.save}
        disabled={email === account.email || email === ''}
        pending={change.isPending}
        done={
          change.isSuccess && typed === null && !account.pending_email ? texts.saved(account.email) : null
        }
        error={error && !fieldText ? errorMessage(error) : null}
        onSubmit={submit}
      >
        <TextInput
          label={texts.label}
          type="email"
          name="email"
          autoComplete="email"
          value={typed ?? account.email}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMalformed(false);
            setError(null);
          }}
          error={isMalformed ? t.settings.errors.emailFormat : fieldText}
        />
      </FieldForm>
    </Section>
  );
}
