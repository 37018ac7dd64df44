import type { Webhook } from '@libs/contract';
import { useState } from 'react';
import { useChangeWebhook } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { focusFirstInvalidField } from '../../../../../ui/forms/first-invalid-field';
import { WebhookDialog } from './webhook-dialog';
import { formOf, webhookChange } from './webhook-form';

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditDialog({ webhook, onClose }: Props) {
  const [form, setForm] = useState(() => formOf(webhook));
  const change = useChangeWebhook(webhook.id);
  return (
    <WebhookDialog
      opened
      title={t.webhookForm.editTitle}
      submitLabel={t.webhookForm.save}
      form={form}
      onChange={setForm}
      storedHeaders={webhook.headers}
      request={change}
      onSubmit={() =>
        change.mutate(webhookChange(form), { onSuccess: onClose, onError: focusFirstInvalidField })
      }
      onClose={onClose}
    />
  );
}
