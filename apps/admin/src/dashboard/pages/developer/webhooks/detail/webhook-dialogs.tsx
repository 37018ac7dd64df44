import type { RotatedWebhook, Webhook } from '@libs/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChangeWebhook, useDeleteWebhook } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { ConfirmDialog } from '../../../../../ui/forms/confirm-dialog';
import { notify } from '../../../../items/notices';
import { ReplayDialog } from '../deliveries/replay-dialog';
import { EditDialog } from '../form/edit-dialog';
import { RotateDialog } from '../signing-key/rotate-dialog';
import { SigningKeyDialog } from '../signing-key/signing-key-dialog';

export type DialogName = 'edit' | 'disable' | 'rotate' | 'replay' | 'delete';

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The open dialog of a webhook's page, and after a rotation the new key. */
export function WebhookDialogs({ webhook, name, onClose }: Props & { readonly name: DialogName | null }) {
  const [issued, setIssued] = useState<RotatedWebhook | null>(null);
  if (issued) return <SigningKeyDialog issued={issued} onClose={() => setIssued(null)} />;
  const shared = { webhook, onClose };
  switch (name) {
    case 'edit':
      return <EditDialog {...shared} />;
    case 'disable':
      return <DisableDialog {...shared} />;
    case 'replay':
      return <ReplayDialog {...shared} />;
    case 'delete':
      return <DeleteDialog {...shared} />;
    case 'rotate':
      return (
        <RotateDialog
          {...shared}
          onRotated={(rotated) => {
            onClose();
            setIssued(rotated);
          }}
        />
      );
    case null:
      return null;
  }
}

function DisableDialog({ webhook, onClose }: Props) {
  const change = useChangeWebhook(webhook.id);
  const texts = t.webhooks.disable;
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.body}
      confirm={texts.confirm}
      action={change}
      onConfirm={() => change.mutate({ status: 'disabled' }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ webhook: { id, url }, onClose }: Props) {
  const navigate = useNavigate();
  const remove = useDeleteWebhook(id);
  const texts = t.webhooks.remove;
  const leave = () => {
    onClose();
    void navigate('/developer/webhooks');
    notify({ text: texts.done });
  };
  return (
    <ConfirmDialog
      title={texts.dialog}
      text={texts.body(url)}
      confirm={texts.confirm}
      cancel={texts.cancel}
      danger
      action={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      onClose={onClose}
    />
  );
}
