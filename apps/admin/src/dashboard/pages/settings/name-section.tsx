import { ACCOUNT_NAME_MAX, type AccountSettings } from '@libs/contract';
import { codePoints, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangeAccount } from '../../api/account';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { errorMessage } from '../../../ui/error-messages';
import { FieldForm } from './field-form';
import { fieldError } from './field-error';

const texts = t.settings.account;

export function NameSection({ account }: { readonly account: AccountSettings }) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = useChangeAccount();
  const name = typed ?? account.name;
  const isTooLong = codePoints(trimmed(name)) > ACCOUNT_NAME_MAX;
  const fieldText = fieldError('name', change.error);

  return (
    <Section title={texts.title}>
      <FieldForm
        submit={texts.save}
        disabled={trimmed(name) === account.name || trimmed(name) === '' || isTooLong}
        pending={change.isPending}
        done={change.isSuccess && typed === null ? texts.saved : null}
        error={change.error && !fieldText ? errorMessage(change.error) : null}
        onSubmit={() => change.mutate({ name: trimmed(name) }, { onSuccess: () => setTyped(null) })}
      >
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          name="organization"
          autoComplete="organization"
          value={name}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            change.reset();
          }}
          error={isTooLong ? t.settings.errors.nameTooLong(ACCOUNT_NAME_MAX) : fieldText}
        />
      </FieldForm>
    </Section>
  );
}
