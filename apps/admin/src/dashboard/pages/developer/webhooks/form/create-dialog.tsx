import type { IssuedWebhook } from '@libs/contract';
import { useState } from 'react';
import { useCreateWebhook } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { focusFirstInvalidField } from '../../../../../ui/forms/first-invalid-field';
import { WebhookDialog } from './webhook-dialog';
import { EMPTY_WEBHOOK_FORM, newWebhookBody } from './webhook-form';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (webhook: IssuedWebhook) => void;
}

/** Keeps its input until a webhook is created, even if the dialog is closed in the meantime. */
export function CreateDialog({ opened, onClose, onCreated }: Props) {
  const [form, setForm] = useState(EMPTY_WEBHOOK_FORM);
  const create = useCreateWebhook();
  const submit = () =>
    create.mutate(newWebhookBody(form), {
      onSuccess: (webhook) => {
        setForm(EMPTY_WEBHOOK_FORM);
        create.reset();
        onCreated(webhook);
      },
      onError: focusFirstInvalidField,
    });
  return (
    <WebhookDialog
      opened={opened}
      title={t.webhookForm.createTitle}
      submitLabel={t.webhookForm.submit}
      form={form}
      onChange={setForm}
      storedHeaders={null}
      request={create}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
