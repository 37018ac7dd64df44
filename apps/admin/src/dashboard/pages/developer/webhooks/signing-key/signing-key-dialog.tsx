import type { RotatedWebhook } from '@libs/contract';
import { Text } from '@mantine/core';
import { t } from '../../../../../messages';
import { ValueField } from '../../../../../ui/code/value-field';
import { ShownContent, ShownOnceDialog } from '../../../../../ui/forms/shown-once-dialog';
import { formatDateTime } from '../../../../../ui/time/format-time';
import { Note } from '../../../../../ui/states/note';
import { Dialog } from '../../../../../ui/forms/dialog';

interface Props {
  readonly issued: RotatedWebhook;
  readonly onClose: () => void;
}

/** Shows the key with which an endpoint verifies requests: a secret once, or a public key. */
export function SigningKeyDialog({ issued, onClose }: Props) {
  const { secret, public_key: publicKey, previous_secret_expires_at: overlapEnd } = issued;
  const texts = secret === undefined ? t.webhooks.publicKey : t.webhooks.secret;
  const key = <ValueField label={texts.label} value={secret ?? publicKey ?? ''} copyLabel={texts.copy} />;
  const overlap = overlapEnd && <Text c="dimmed">{texts.previous(formatDateTime(overlapEnd))}</Text>;
  if (secret === undefined) {
    const { title, body, done } = t.webhooks.publicKey;
    return (
      <Dialog onClose={onClose} title={title} size="lg">
        <ShownContent body={body} done={done} onDone={onClose}>
          {key}
          {overlap}
        </ShownContent>
      </Dialog>
    );
  }
  const { title, body, stored, warning } = t.webhooks.secret;
  return (
    <ShownOnceDialog
      title={title}
      size="lg"
      body={body}
      done={stored}
      texts={t.webhooks.secret}
      onLeave={onClose}
    >
      {key}
      <Note tone="warning">{warning}</Note>
      {overlap}
    </ShownOnceDialog>
  );
}
