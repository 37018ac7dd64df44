import type { PersonSettings } from '@libs/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useCancelPendingEmail, useSendPendingEmail } from '../../../api/mail/email-links';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { errorMessage } from '../../../../ui/error-messages';

const texts = t.settings.email;

/** An email address that waits for its confirmation: a new one, or the current one, which no one has confirmed yet. */
export function PendingEmail({ person }: { readonly person: PersonSettings }) {
  const sendAgain = useSendPendingEmail();
  const cancel = useCancelPendingEmail();
  const error = sendAgain.error ?? cancel.error;
  const newEmail = person.pending_email?.email !== person.email && person.pending_email?.email;
  if (!newEmail && person.email_confirmed) return null;
  return (
    <Box mb="md">
      <Note tone="info" title={newEmail ? texts.pendingTitle : texts.unconfirmedTitle} role="status">
        {newEmail ? texts.pending(newEmail) : texts.unconfirmed(person.email)}
        <Group gap="sm" mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={sendAgain.isPending}
            disabled={cancel.isPending}
            onClick={() => sendAgain.mutate(undefined)}
          >
            {texts.sendAgain}
          </Button>
          {newEmail && (
            <Button
              size="xs"
              variant="default"
              loading={cancel.isPending}
              disabled={sendAgain.isPending}
              onClick={() => cancel.mutate(undefined)}
            >
              {texts.cancelPending}
            </Button>
          )}
        </Group>
        <Text size="sm" mt="sm">
          {error ? errorMessage(error) : sendAgain.isSuccess && texts.sentAgain}
        </Text>
      </Note>
    </Box>
  );
}
