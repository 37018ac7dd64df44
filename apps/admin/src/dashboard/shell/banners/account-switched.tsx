import { Button, Group, Stack, Text } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { Banner, StickyBanner } from './banner';
import { Dialog } from '../../../ui/forms/dialog';

const texts = t.shell.switched;

/**
 * Shown when another tab has switched the account. The page stays behind the dialog with everything typed, so that it
 * can be copied. Until the page is loaded again, a banner says that nothing is saved.
 */
export function AccountSwitched({ accountName }: { readonly accountName: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const reload = () => window.location.assign('/app/');
  return (
    <StickyBanner>
      {!isOpen && (
        <Banner icon={ArrowLeftRight} text={texts.banner(accountName)}>
          <Button size="compact-sm" variant="default" onClick={reload}>
            {texts.reload}
          </Button>
        </Banner>
      )}
      <Dialog opened={isOpen} onClose={close} title={texts.title}>
        <Stack gap="md">
          <Text>{texts.body(accountName)}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {texts.stay}
            </Button>
            <Button onClick={reload} data-autofocus>
              {texts.reload}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </StickyBanner>
  );
}
