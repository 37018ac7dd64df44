import type { IssuedKey, KeyEntry } from '@libs/contract';
import { Button, Divider, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../../../../messages';
import { CopyButton } from '../../../../ui/code/copy-button';
import { formatDateTime } from '../../../../ui/format-time';
import { Note } from '../../../../ui/states/note';
import styles from '../developer.module.css';
import { IssuedSnippets } from './issued-snippets';

/** A new key with its secret, and the key it replaces. */
export interface Issued {
  readonly key: IssuedKey;
  readonly replacedId: string | null;
}

interface Props {
  readonly issuedKey: IssuedKey;
  /** The replaced key, as listed after the rotation. */
  readonly replaced: KeyEntry | undefined;
  readonly baseUrl: string;
  readonly onStored: () => void;
}

const texts = t.developer.issued;

/** Shows the secret once. Only the confirm button closes the dialog; every other way to leave asks first. */
export function IssuedDialog({ issuedKey, replaced, baseUrl, onStored }: Props) {
  const [leaving, setLeaving] = useState(false);
  const blocker = useBlocker(true);
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, []);
  const isAsking = leaving || blocker.state === 'blocked';
  const stay = () => {
    setLeaving(false);
    blocker.reset?.();
  };
  const leave = () => (blocker.state === 'blocked' ? blocker.proceed() : onStored());

  return (
    <Modal
      opened
      onClose={() => setLeaving(true)}
      title={replaced ? texts.rotatedTitle : texts.title}
      size="xl"
      closeButtonProps={{ 'aria-label': t.ui.close }}
    >
      {isAsking ? (
        <Stack gap="md" role="alertdialog" aria-labelledby="leave-title" aria-describedby="leave-text">
          <Title order={3} id="leave-title" size="h4">
            {texts.leaveTitle}
          </Title>
          <Text id="leave-text">{texts.leave}</Text>
          <Group justify="flex-end">
            <Button variant="default" color="red" onClick={leave}>
              {texts.leaveAnyway}
            </Button>
            <Button onClick={stay} autoFocus>
              {texts.leaveBack}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Text>{texts.body}</Text>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              className={styles.grow}
              classNames={{ input: styles.mono }}
              label={texts.key}
              value={issuedKey.secret}
              readOnly
              data-autofocus
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={issuedKey.secret} label={texts.copy} withText />
          </Group>
          {replaced && <ReplacedKeyNote entry={replaced} />}
          <Divider />
          <IssuedSnippets issuedKey={issuedKey} baseUrl={baseUrl} />
          <Group justify="flex-end">
            <Button onClick={onStored}>{texts.stored}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function ReplacedKeyNote({ entry: { name, state, expires_at } }: { readonly entry: KeyEntry }) {
  return (
    <Note tone="info">
      {state === 'active' && expires_at
        ? `${texts.oldEndsAt(name, formatDateTime(expires_at))} ${texts.sharedRateLimit}`
        : texts.oldEndsNow(name)}
    </Note>
  );
}
