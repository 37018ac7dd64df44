import { isEmail, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmitterCounts } from '../../../../api/submitters';
import { t } from '../../../../../messages';
import { errorMessage } from '../../../../../ui/error-messages';
import { Section } from '../../../../../ui/layout/section';
import { FieldForm } from '../../field-form';
import { SubmitterData } from './submitter-data';

const texts = t.settings.personalData;

/** Finds, exports, and erases what is stored about the email address of a submitter. */
export function PersonalDataSection() {
  const [typed, setTyped] = useState('');
  const [isMalformed, setMalformed] = useState(false);
  const [erased, setErased] = useState<string | null>(null);
  const counts = useSubmitterCounts();
  const email = trimmed(typed);
  const submit = () => {
    setErased(null);
    setMalformed(!isEmail(email));
    if (isEmail(email)) counts.mutate(email);
    else counts.reset();
  };
  const onErased = (items: number) => {
    setErased(texts.erased(counts.variables ?? '', items));
    counts.reset();
    setTyped('');
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      <FieldForm
        submit={texts.find}
        disabled={email === ''}
        pending={counts.isPending}
        done={erased}
        error={counts.error ? errorMessage(counts.error) : null}
        onSubmit={submit}
      >
        <TextInput
          label={texts.email}
          type="email"
          name="submitter-email"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMalformed(false);
            counts.reset();
          }}
          error={isMalformed && t.settings.errors.emailFormat}
        />
      </FieldForm>
      {counts.data && counts.variables !== undefined && (
        <SubmitterData email={counts.variables} counts={counts.data} onErased={onErased} />
      )}
    </Section>
  );
}
