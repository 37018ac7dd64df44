import type { RotatedWebhook } from '@libs/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { t } from '../../../../../messages';
import { ValueField } from '../../../../../ui/code/value-field';
import { ShownOnceDialog } from '../../../../../ui/forms/shown-once-dialog';
import { formatDateTime } from '../../../../../ui/format-time';
import { Note } from '../../../../../ui/states/note';

interface Props {
  readonly issued: RotatedWebhook;
  readonly onClose: () => void;
}

/** Shows the key with which an endpoint verifies requests: a secret once, or a public key. */
export function SigningKeyDialog({ issued, onClose }: Props) {
  const { secret, public_key: publicKey } = issued;
  if (secret !== undefined) {
    const texts = t.webhooks.secret;
    return (
      <ShownOnceDialog title={texts.title} size="lg" texts={texts} onLeave={onClose}>
        <KeyContent
          texts={texts}
          value={secret}
          issued={issued}
          doneLabel={texts.stored}
          warning={texts.warning}
          onClose={onClose}
        />
      </ShownOnceDialog>
    );
  }
  const texts = t.webhooks.publicKey;
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <KeyContent
        texts={texts}
        value={publicKey ?? ''}
        issued={issued}
        doneLabel={texts.done}
        onClose={onClose}
      />
    </Modal>
  );
}

interface ContentProps extends Props {
  readonly texts: typeof t.webhooks.secret | typeof t.webhooks.publicKey;
  readonly value: string;
  readonly doneLabel: string;
  readonly warning?: string;
}

function KeyContent({ texts, value, issued, doneLabel, warning, onClose }: ContentProps) {
  const { previous_secret_expires_at: overlapEnd } = issued;
  return (
    <Stack gap="md">
      <Text>{texts.body}</Text>
      <ValueField label={texts.label} value={value} copyLabel={texts.copy} />
      {warning && <Note tone="warning">{warning}</Note>}
      {overlapEnd && <Text c="dimmed">{texts.previous(formatDateTime(overlapEnd))}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </Stack>
  );
}
