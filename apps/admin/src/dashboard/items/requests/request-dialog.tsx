import type { Item, ItemRequest } from '@libs/contract';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../../messages';
import { fieldErrors } from '../../../ui/error-messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { useFields } from '../../../ui/forms/use-fields';
import { ErrorNote } from '../../../ui/states/error-note';
import { announce } from '../announcer';
import { notify } from '../notices';
import {
  changeOf,
  readRequest,
  REQUEST_FIELDS,
  textsOf,
  withAgreement,
  type RequestField,
} from './request-fields';
import { useAddRequest, useChangeRequest } from './request-queries';
import { whoAsks } from './request-facts';
import styles from './requests.module.css';

const texts = t.requests;

const EMPTY = Object.fromEntries(REQUEST_FIELDS.map((field) => [field, ''])) as Record<RequestField, string>;
/** Restored when the dialog opens again for the same item after it was closed by mistake. */
let draft = { itemId: '', values: EMPTY };

interface Props {
  readonly item: Item;
  /** Absent for a new one. */
  readonly request?: ItemRequest;
  readonly onClose: () => void;
}

/** Adds or changes a request. */
export function RequestDialog({ item, request, onClose }: Props) {
  const part = request ? texts.edit : texts.add;
  const isSubmission = request !== undefined && request.id === request.feedback_id;
  const initial = request ? textsOf(request) : draft.itemId === item.id ? draft.values : EMPTY;
  const form = useFields<Record<RequestField, string>>(initial, (values) => errorsOf(values, !isSubmission));
  const { values } = form;
  useEffect(() => {
    if (!request) draft = { itemId: item.id, values };
  }, [request, item.id, values]);
  const [isAgreed, setAgreed] = useState(false);
  const save = useSave({ item, request, isAgreed, onClose, showErrors: (error) => form.showErrors(error) });
  const submit = form.submit(() => save.run(values));
  const isFieldError = Object.keys(fieldErrors(save.error)).length > 0;
  const field = (name: RequestField, hint?: string) => ({
    label: texts.fields[name],
    description: hint,
    autoComplete: 'off',
    ...form.input(name),
  });
  return (
    <FormDialog
      title={part.title}
      size="lg"
      submit={part.submit}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="email"
        data-autofocus={!isSubmission}
        disabled={isSubmission}
        {...field('email', isSubmission ? texts.hints.email : undefined)}
      />
      <div className={styles.pair}>
        <TextInput data-autofocus={isSubmission} {...field('name')} />
        <TextInput {...field('company')} />
      </div>
      <Textarea autosize minRows={2} maxRows={10} {...field('quote', texts.hints.quote)} />
      <TextInput type="url" {...field('link', texts.hints.link)} />
      <div className={styles.pair}>
        <TextInput inputMode="decimal" {...field('value', texts.hints.value)} />
        {!isSubmission && <TextInput inputMode="numeric" {...field('count', texts.hints.count)} />}
      </div>
      {!request && (
        <Checkbox
          label={texts.agreed(1)}
          description={texts.hints.agreed}
          checked={isAgreed}
          onChange={({ currentTarget: { checked } }) => setAgreed(checked)}
        />
      )}
      <ErrorNote error={isFieldError ? null : save.error} title={part.failed} />
    </FormDialog>
  );
}

function errorsOf(values: Record<RequestField, string>, isNeeded: boolean) {
  const { request, invalid } = readRequest(values);
  const errors: Partial<Record<RequestField, string>> = {};
  for (const field of invalid) errors[field] = texts.errors[field];
  if (isNeeded && invalid.length === 0 && Object.keys(request).length === 0)
    errors.email = texts.errors.empty;
  return errors;
}

interface SaveOptions extends Props {
  readonly isAgreed: boolean;
  readonly showErrors: (error: Error) => void;
}

function useSave({ item, request, isAgreed, onClose, showErrors }: SaveOptions) {
  const add = useAddRequest(item);
  const change = useChangeRequest(item, request ?? null);
  function run(values: Record<RequestField, string>): void {
    if (request) {
      const changes = changeOf(request, values);
      if (Object.keys(changes).length === 0) return onClose();
      return change.mutate(changes, {
        onSuccess: () => (announce(texts.edit.done), onClose()),
        onError: showErrors,
      });
    }
    add.mutate(withAgreement(readRequest(values).request, isAgreed), {
      onSuccess(added) {
        draft = { itemId: '', values: EMPTY };
        if (added.isNew) announce(texts.add.done);
        else notify({ text: texts.add.updated(whoAsks(added.request)) });
        onClose();
      },
      onError: showErrors,
    });
  }
  return {
    run,
    isPending: add.isPending || change.isPending,
    error: request ? change.error : add.error,
  };
}
