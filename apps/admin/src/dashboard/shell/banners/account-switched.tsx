import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import styles from './banner.module.css';

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
    <div role="status" className={styles.place}>
      {!isOpen && (
        <div className={styles.banner} data-banner>
          <ArrowLeftRight size={16} aria-hidden />
          <span className={styles.words}>{texts.banner(accountName)}</span>
          <Button size="compact-sm" variant="default" onClick={reload}>
            {texts.reload}
          </Button>
        </div>
      )}
      <Modal opened={isOpen} onClose={close} title={texts.title}>
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
      </Modal>
    </div>
  );
}
