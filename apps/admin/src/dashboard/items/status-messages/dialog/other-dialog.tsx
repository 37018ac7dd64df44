import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../../messages';
import { Dialog } from '../../../../ui/forms/dialog';

const texts = t.statusMessages.dialog;

interface Props {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Before the first content, as behind a dialog that is being loaded: shortcuts are off. */
export const Pending = () => <div hidden aria-modal />;

/** Says why no one can be told. */
export function OtherDialog({ onClose, children }: Props) {
  return (
    <Dialog title={texts.unknown} size="xl" onClose={onClose}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
