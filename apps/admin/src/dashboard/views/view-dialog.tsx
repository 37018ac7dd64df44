import { VIEW_NAME_MAX } from '@libs/feedback';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/requests/client';
import { t } from '../../messages';
import { FormDialog } from '../../ui/forms/form-dialog';
import { ErrorNote } from '../../ui/states/error-note';

const texts = t.views;

interface Props {
  readonly title: string;
  readonly submitLabel: string;
  readonly name?: string;
  /** Stores the view. Rejects with the error to show. */
  readonly onSubmit: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a view. Stays open after an error. */
export function ViewDialog({ title, submitLabel, name: initialName = '', onSubmit, onClose }: Props) {
  const [name, setName] = useState(initialName);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fieldError = nameError(error);
  const submit = async () => {
    setPending(true);
    try {
      await onSubmit(name);
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <FormDialog
      title={title}
      submit={submitLabel}
      isPending={isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        data-autofocus
        autoComplete="off"
        value={name}
        error={fieldError}
        onChange={(event) => (setName(event.currentTarget.value), setError(null))}
      />
      {!fieldError && <ErrorNote error={error} />}
    </FormDialog>
  );
}

/** The message for an error of the name. */
function nameError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const code = error.fields['name']?.code ?? error.code;
  if (code === 'too_long') return texts.errors.too_long(VIEW_NAME_MAX);
  const message = Object.hasOwn(texts.errors, code) && texts.errors[code as keyof typeof texts.errors];
  return typeof message === 'string' ? message : undefined;
}
