import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../../messages';
import { Dialog } from '../../../ui/forms/dialog';

const texts = t.shell.removed;

/** Shown when the person was removed from the account of the page. The page stays behind it, but can't save anything. */
export function MembershipEnded({ accountName }: { readonly accountName: string }) {
  return (
    <Dialog onClose={() => {}} withCloseButton={false} title={texts.title(accountName)}>
      <Stack gap="md">
        <Text>{texts.body(accountName)}</Text>
        <Group justify="flex-end">
          {/* A reload clears the data of the account from memory. */}
          <Button data-autofocus onClick={() => window.location.assign('/app/sign-in')}>
            {texts.signIn}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
