import { PERMISSIONS, type IssuedKey } from '@libs/contract';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCreateKey } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { KEY_ERRORS } from './key-errors';
import {
  EMPTY_KEY_FORM,
  EXPIRIES,
  keyBody,
  keyFormErrors,
  rejectedFields,
  type Expiry,
  type KeyForm,
  type KeyFormErrors,
} from './key-form';
import { OriginsField } from './origins-field';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

const texts = t.developer.create;

/** Keeps its input until a key is created, even if the dialog is closed in the meantime. */
export function CreateDialog({ opened, onClose, onIssued }: Props) {
  const [form, setForm] = useState<KeyForm>(EMPTY_KEY_FORM);
  const [errors, setErrors] = useState<KeyFormErrors>({});
  const create = useCreateKey();
  const change = (part: Partial<KeyForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setErrors({});
  };
  const submit = () => {
    const formErrors = keyFormErrors(form);
    setErrors(formErrors);
    if (Object.keys(formErrors).length > 0) return;
    create.mutate(keyBody(form), {
      onSuccess: (key) => {
        setForm(EMPTY_KEY_FORM);
        create.reset();
        onIssued(key);
      },
      onError: (error) => setErrors(rejectedFields(error) ?? {}),
    });
  };

  return (
    <FormDialog
      opened={opened}
      title={texts.title}
      size="lg"
      submit={texts.submit}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        placeholder={texts.namePlaceholder}
        data-autofocus
        autoComplete="off"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.name}
      />
      <ChoiceField
        label={texts.permission}
        value={form.permission}
        values={PERMISSIONS}
        textOf={(permission) => t.developer.permissions[permission]}
        onChange={(permission) => change({ permission })}
      />
      {form.permission === 'submit' ? (
        <OriginsField
          origins={form.origins}
          onChange={(origins) => change({ origins })}
          typed={form.typedOrigin}
          onTyped={(typedOrigin) => change({ typedOrigin })}
          error={errors.origins ?? null}
        />
      ) : (
        <Note tone="warning">{texts.publicWarning[form.permission]}</Note>
      )}
      <Select
        label={texts.expiry}
        description={form.expiry === 'never' ? undefined : texts.expiryHint}
        allowDeselect={false}
        value={form.expiry}
        onChange={(expiry) => change({ expiry: (expiry ?? 'never') as Expiry })}
        data={EXPIRIES.map((value) => ({
          value,
          label: value === 'never' ? texts.expiryNever : texts.expiryDays(Number(value)),
        }))}
      />
      {!rejectedFields(create.error) && <ErrorNote error={create.error} texts={KEY_ERRORS} />}
    </FormDialog>
  );
}
