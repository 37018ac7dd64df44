import { PERMISSIONS, type IssuedKey } from '@libs/contract';
import { Button, Group, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useCreateKey } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { DialogError } from './dialog-error';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
    <Modal opened={opened} onClose={onClose} title={texts.title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
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
          <PermissionField value={form.permission} onChange={(permission) => change({ permission })} />
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
          <ExpiryField value={form.expiry} onChange={(expiry) => change({ expiry })} />
          {create.error && !rejectedFields(create.error) && <DialogError error={create.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface FieldProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function PermissionField({ value, onChange }: FieldProps<KeyForm['permission']>) {
  return (
    <Radio.Group
      label={texts.permission}
      value={value}
      onChange={(permission) => onChange(permission as KeyForm['permission'])}
    >
      <Stack gap="xs" mt={6}>
        {PERMISSIONS.map((permission) => (
          <Radio
            key={permission}
            value={permission}
            label={t.developer.permissions[permission].label}
            description={t.developer.permissions[permission].hint}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function ExpiryField({ value, onChange }: FieldProps<Expiry>) {
  return (
    <Select
      label={texts.expiry}
      description={value === 'never' ? undefined : texts.expiryHint}
      allowDeselect={false}
      value={value}
      onChange={(expiry) => onChange((expiry ?? 'never') as Expiry)}
      data={EXPIRIES.map((expiry) => ({
        value: expiry,
        label: expiry === 'never' ? texts.expiryNever : texts.expiryDays(Number(expiry)),
      }))}
    />
  );
}
