import { OVERLAPS_SECONDS, type KeyEntry, type Overlap } from '@libs/contract';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRotateKey } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { formatDateTime } from '../../../../ui/format-time';
import { DialogError } from './dialog-error';
import type { Issued } from './issued-dialog';

interface Props {
  readonly entry: KeyEntry;
  readonly onClose: () => void;
  readonly onIssued: (issued: Issued) => void;
}

const texts = t.developer.rotate;

export function RotateDialog({ entry, onClose, onIssued }: Props) {
  const [overlap, setOverlap] = useState<Overlap>(86400);
  const rotate = useRotateKey();
  const submit = () => {
    rotate.mutate({ id: entry.id, overlap }, { onSuccess: (key) => onIssued({ key, replacedId: entry.id }) });
  };

  return (
    <Modal opened onClose={onClose} title={texts.title(entry.name)}>
      <Stack gap="lg">
        <Text>{texts.body}</Text>
        <Radio.Group
          label={texts.overlap}
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
        {entry.expires_at && (
          <Text size="sm" c="dimmed">
            {texts.endsEarlier(formatDateTime(entry.expires_at))}
          </Text>
        )}
        {rotate.error && <DialogError error={rotate.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button onClick={submit} loading={rotate.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
