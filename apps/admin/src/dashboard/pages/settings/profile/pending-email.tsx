import type { PendingEmail as Pending } from '@libs/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useCancelPendingEmail, useSendPendingEmail } from '../../../api/mail/email-links';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { errorMessage } from '../../../../ui/error-messages';

const texts = t.settings.email;

/** A new email address that waits for its confirmation. */
export function PendingEmail({ pending }: { readonly pending: Pending }) {
  const sendAgain = useSendPendingEmail();
  const cancel = useCancelPendingEmail();
  const error = sendAgain.error ?? cancel.error;
  return (
    <Box mb="md">
      <Note tone="info" title={texts.pendingTitle} role="status">
        {texts.pending(pending.email)}
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
        <Text size="sm" mt="sm">
          {error ? errorMessage(error) : sendAgain.isSuccess && texts.sentAgain}
        </Text>
      </Note>
    </Box>
  );
}
