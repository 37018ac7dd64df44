import { OVERLAPS_SECONDS, type Overlap, type RotatedWebhook, type Webhook } from '@libs/contract';
import { useState } from 'react';
import { useRotateSecret } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { ChoiceField } from '../../../../../ui/forms/choice-field';
import { ConfirmDialog } from '../../../../../ui/forms/confirm-dialog';

interface Props {
  readonly webhook: Webhook;
  readonly onRotated: (issued: RotatedWebhook) => void;
  readonly onClose: () => void;
}

const texts = t.webhooks.rotate;

export function RotateDialog({ webhook: { id, signature }, onRotated, onClose }: Props) {
  const [overlap, setOverlap] = useState<Overlap>(86_400);
  const rotate = useRotateSecret(id);
  return (
    <ConfirmDialog
      title={texts.titles[signature]}
      text={texts.bodies[signature]}
      confirm={texts.confirm[signature]}
      action={rotate}
      errorTexts={t.webhooks.errors}
      onConfirm={() => rotate.mutate(overlap, { onSuccess: onRotated })}
      onClose={onClose}
    >
      <ChoiceField
        label={t.webhooks.detail.overlap[signature]}
        value={overlap}
        values={OVERLAPS_SECONDS}
        textOf={(seconds) => texts.overlaps[seconds]}
        onChange={setOverlap}
      />
    </ConfirmDialog>
  );
}
