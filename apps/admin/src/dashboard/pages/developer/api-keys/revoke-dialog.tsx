import type { KeyEntry } from '@libs/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRevokeKey } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { formatDateTime } from '../../../../ui/format-time';
import { Note } from '../../../../ui/states/note';
import { DialogError } from './dialog-error';

interface Props {
  readonly entry: KeyEntry;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

const texts = t.developer.revoke;

export function RevokeDialog({ entry, onClose, onRevoked }: Props) {
  const revoke = useRevokeKey();

  return (
    <Modal opened onClose={onClose} title={texts.title(entry.name)}>
      <Stack gap="md">
        <Text>{texts.body(entry.masked)}</Text>
        {entry.last_used_at ? (
          <Note tone="warning" title={`${texts.used}: ${formatDateTime(entry.last_used_at)}`}>
            {texts.usedRecently}
          </Note>
        ) : (
          <Text c="dimmed">{texts.neverUsed}</Text>
        )}
        {revoke.error && <DialogError error={revoke.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate(entry.id, { onSuccess: onRevoked })}
          >
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
