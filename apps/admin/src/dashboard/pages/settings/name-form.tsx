import { codePoints, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { clearError } from '../../../ui/forms/use-fields';
import { errorMessage } from '../../../ui/error-messages';
import { FieldForm } from './field-form';
import { fieldError } from './field-error';

interface Props {
  readonly texts: {
    readonly title: string;
    readonly name: string;
    readonly nameHint: string;
    readonly save: string;
    readonly saved: string;
  };
  /** The stored name. */
  readonly name: string;
  readonly max: number;
  readonly autoComplete: 'name' | 'organization';
  readonly change: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly reset: () => void;
  };
  readonly onSubmit: (name: string, onSaved: () => void) => void;
}

/** A section to change a name: of the account or of the person. */
export function NameForm({ texts, name: stored, max, autoComplete, change, onSubmit }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? stored;
  const isTooLong = codePoints(trimmed(name)) > max;
  const fieldText = fieldError('name', change.error);
  return (
    <Section title={texts.title}>
      <FieldForm
        submit={texts.save}
        disabled={trimmed(name) === stored || trimmed(name) === '' || isTooLong}
        pending={change.isPending}
        done={change.isSuccess && typed === null ? texts.saved : null}
        error={change.error && !fieldText ? errorMessage(change.error) : null}
        onSubmit={() =>
          onSubmit(trimmed(name), () => setTyped((current) => (current === typed ? null : current)))
        }
      >
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          name={autoComplete}
          autoComplete={autoComplete}
          value={name}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clearError(change);
          }}
          error={isTooLong ? t.settings.errors.nameTooLong(max) : fieldText}
        />
      </FieldForm>
    </Section>
  );
}
