import type { KeyEntry, Webhook } from '@libs/contract';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevokeKey } from '../../../api/api-keys';
import { activeWebhooksOf, useWebhooks } from '../../../api/webhooks/webhooks';
import { t } from '../../../../messages';
import { formatDateTime } from '../../../../ui/format-time';
import { Note } from '../../../../ui/states/note';
import styles from '../developer.module.css';
import { DialogError } from './dialog-error';

interface Props {
  readonly entry: KeyEntry;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

const texts = t.developer.revoke;

export function RevokeDialog({ entry, onClose, onRevoked }: Props) {
  const revoke = useRevokeKey();
  const webhooks = activeWebhooksOf(entry.id, useWebhooks().data ?? []);
  const [disablesWebhooks, setDisablesWebhooks] = useState(false);

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
        {webhooks.length > 0 && (
          <KeyWebhooks webhooks={webhooks} isChecked={disablesWebhooks} onChange={setDisablesWebhooks} />
        )}
        {revoke.error && <DialogError error={revoke.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id: entry.id, disablesWebhooks }, { onSuccess: onRevoked })}
          >
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface KeyWebhooksProps {
  readonly webhooks: readonly Webhook[];
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** The active webhooks that the key created, which work without it. */
function KeyWebhooks({ webhooks, isChecked, onChange }: KeyWebhooksProps) {
  const { title, body, disable } = t.webhooks.ofKey;
  return (
    <Note tone="warning" title={title(webhooks.length)}>
      <ul className={styles.urls}>
        {webhooks.map(({ id, url }) => (
          <li key={id}>{url}</li>
        ))}
      </ul>
      {body(webhooks.length)}
      <Checkbox
        mt="xs"
        label={disable(webhooks.length)}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Note>
  );
}
