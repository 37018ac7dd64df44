import type { KeyEntry, Webhook } from '@libs/contract';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevokeKey } from '../../../api/api-keys';
import { activeWebhooksOf, useWebhooks } from '../../../api/webhooks/webhooks';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { formatDateTime } from '../../../../ui/time/format-time';
import { Note } from '../../../../ui/states/note';
import styles from '../developer.module.css';
import { KEY_ERRORS } from './key-errors';

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
    <ConfirmDialog
      title={texts.title(entry.name)}
      text={texts.body(entry.masked)}
      confirm={texts.confirm}
      cancel={texts.cancel}
      danger
      action={revoke}
      errorTexts={KEY_ERRORS}
      onConfirm={() => revoke.mutate({ id: entry.id, disablesWebhooks }, { onSuccess: onRevoked })}
      onClose={onClose}
    >
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
    </ConfirmDialog>
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
