import type { PersonSettings } from '@libs/contract';
import { isEmail, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangePerson } from '../../../api/account';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { errorMessage } from '../../../../ui/error-messages';
import { FieldForm } from '../field-form';
import { useConfirmedRun, type RunConfirmed } from '../reauthenticate';
import { fieldError } from '../field-error';
import { PendingEmail } from './pending-email';

interface Props {
  readonly person: PersonSettings;
  readonly runConfirmed: RunConfirmed;
}

const texts = t.settings.email;

export function EmailSection({ person, runConfirmed }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isMalformed, setMalformed] = useState(false);
  const { error, run, clearError } = useConfirmedRun(runConfirmed);
  const change = useChangePerson();
  const email = trimmed(typed ?? person.email);
  const fieldText = fieldError('email', error);
  const submit = () => {
    setMalformed(!isEmail(email));
    if (isEmail(email))
      run(
        () => change.mutateAsync({ email }),
        () => setTyped(null),
      );
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      <PendingEmail person={person} />
      <FieldForm
        submit={texts.save}
        disabled={email === person.email || email === ''}
        pending={change.isPending}
        done={change.isSuccess && typed === null && !person.pending_email ? texts.saved(person.email) : null}
        error={error && !fieldText ? errorMessage(error) : null}
        onSubmit={submit}
      >
        <TextInput
          label={texts.label}
          type="email"
          name="email"
          autoComplete="email"
          value={typed ?? person.email}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMalformed(false);
            clearError();
          }}
          error={isMalformed ? t.settings.errors.emailFormat : fieldText}
        />
      </FieldForm>
    </Section>
  );
}
