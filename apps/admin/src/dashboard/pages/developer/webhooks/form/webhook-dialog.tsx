import { useState } from 'react';
import { clearError } from '../../../../../ui/forms/use-fields';
import { focusFirstInvalidField } from '../../../../../ui/forms/first-invalid-field';
import { FormDialog } from '../../../../../ui/forms/form-dialog';
import { WebhookError } from '../webhook-error';
import { WebhookFields } from './webhook-fields';
import { rejectedFields, webhookFormErrors, type WebhookForm, type WebhookFormErrors } from './webhook-form';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly submitLabel: string;
  readonly form: WebhookForm;
  readonly onChange: (form: WebhookForm) => void;
  /** Names of the headers that the webhook has; null for a new webhook. */
  readonly storedHeaders: readonly string[] | null;
  readonly request: { readonly isPending: boolean; readonly error: unknown; reset(): void };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** The form of a new or an existing webhook. Keeps its input after an error, which is beside its field. */
export function WebhookDialog({ opened, title, submitLabel, form, request, onClose, ...props }: Props) {
  const [invalid, setInvalid] = useState<WebhookFormErrors>({});
  const rejected = rejectedFields(request.error);
  const change = (part: Partial<WebhookForm>) => {
    props.onChange({ ...form, ...part });
    setInvalid({});
    clearError(request);
  };
  const submit = () => {
    const errors = webhookFormErrors(form);
    setInvalid(errors);
    if (Object.keys(errors).length > 0) focusFirstInvalidField();
    else props.onSubmit();
  };
  return (
    <FormDialog
      opened={opened}
      title={title}
      size="lg"
      submit={submitLabel}
      isPending={request.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields
        form={form}
        errors={{ ...invalid, ...rejected }}
        onChange={change}
        storedHeaders={props.storedHeaders}
      />
      {!rejected && <WebhookError error={request.error} />}
    </FormDialog>
  );
}
