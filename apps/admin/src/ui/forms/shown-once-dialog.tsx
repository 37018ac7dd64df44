import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../../messages';

interface Props {
  readonly title: string;
  readonly size: 'lg' | 'xl';
  readonly children: ReactNode;
  /** The question before the secret is lost. */
  readonly texts: {
    readonly leaveTitle: string;
    readonly leave: string;
    readonly leaveBack: string;
    readonly leaveAnyway: string;
  };
  readonly onLeave: () => void;
}

/** Shows a secret once. Only a button in the content closes the dialog; every other way to leave asks first. */
export function ShownOnceDialog({ title, size, children, texts, onLeave }: Props) {
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
  const leave = () => (blocker.state === 'blocked' ? blocker.proceed() : onLeave());

  return (
    <Modal
      opened
      onClose={() => setLeaving(true)}
      title={title}
      size={size}
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
        children
      )}
    </Modal>
  );
}
