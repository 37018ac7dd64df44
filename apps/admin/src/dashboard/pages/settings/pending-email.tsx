import type { PendingEmail as Pending } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { useCancelPendingEmail, useSendPendingEmail } from '../../api/email-links';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { errorMessage } from '../../../ui/error-messages';

const texts = t.settings.email;

/** A new email address that waits for its confirmation. */
export function PendingEmail({ pending }: { readonly pending: Pending }) {
  const sendAgain = useSendPendingEmail();
  const cancel = useCancelPendingEmail();
  const error = sendAgain.error ?? cancel.error;
  return (
    <Note tone="info" title={texts.pendingTitle} role="status">
      <p>{texts.pending(pending.email)}</p>
      <Group gap="sm" mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={sendAgain.isPending}
          onClick={() => sendAgain.mutate(undefined)}
        >
          {texts.sendAgain}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          {texts.cancelPending}
        </Button>
      </Group>
      {error ? <p>{errorMessage(error)}</p> : sendAgain.isSuccess && <p>{texts.sentAgain}</p>}
    </Note>
  );
}
