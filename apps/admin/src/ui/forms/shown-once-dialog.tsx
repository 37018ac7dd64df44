import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { usePreventUnload } from './use-prevent-unload';
import { Dialog } from './dialog';

interface ContentProps {
  readonly body: string;
  /** The text of the button that closes the dialog. */
  readonly done: string;
  readonly children: ReactNode;
}

/** The content of a dialog that shows something new, and a button that closes it. */
export function ShownContent({
  body,
  done,
  onDone,
  children,
}: ContentProps & { readonly onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text>{body}</Text>
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          {done}
        </Button>
      </Group>
    </Stack>
  );
}

interface Props extends ContentProps {
  readonly title: string;
  readonly size: 'lg' | 'xl';
  /** The question before the secret is lost. */
  readonly texts: {
    readonly leaveTitle: string;
    readonly leave: string;
    readonly leaveBack: string;
    readonly leaveAnyway: string;
  };
  readonly onLeave: () => void;
}

/** Shows a secret once. Only its button closes the dialog; every other way to leave asks first. */
export function ShownOnceDialog({ title, size, texts, onLeave, ...content }: Props) {
  const [leaving, setLeaving] = useState(false);
  const blocker = useBlocker(true);
  usePreventUnload(true);
  const isAsking = leaving || blocker.state === 'blocked';
  const stay = () => {
    setLeaving(false);
    blocker.reset?.();
  };
  const leave = () => (blocker.state === 'blocked' ? blocker.proceed() : onLeave());

  return (
    <Dialog onClose={() => setLeaving(true)} title={title} size={size}>
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
        <ShownContent {...content} onDone={onLeave} />
      )}
    </Dialog>
  );
}
