import { OVERLAPS_SECONDS, type Overlap, type RotatedWebhook, type Webhook } from '@libs/contract';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRotateSecret } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { WebhookError } from '../webhook-error';

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
    <Modal opened onClose={onClose} title={texts.titles[signature]}>
      <Stack gap="lg">
        <Text>{texts.bodies[signature]}</Text>
        <Radio.Group
          label={t.webhooks.detail.overlap[signature]}
          value={String(overlap)}
          onChange={(value) => setOverlap(Number(value) as Overlap)}
        >
          <Stack gap="xs" mt={6}>
            {OVERLAPS_SECONDS.map((seconds) => (
              <Radio
                key={seconds}
                value={String(seconds)}
                label={texts.overlaps[seconds].label}
                description={texts.overlaps[seconds].hint || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {rotate.error && <WebhookError error={rotate.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t.ui.cancel}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate(overlap, { onSuccess: onRotated })}>
            {texts.confirm[signature]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
