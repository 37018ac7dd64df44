import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../messages';
import { Note } from '../states/note';
import { errorMessage, type ErrorTexts } from '../error-messages';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly errorTexts?: ErrorTexts;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Otherwise, offer undo instead. */
export function ConfirmDialog({ title, children, confirm, cancel = t.ui.cancel, ...props }: Props) {
  const { danger, busy, error, errorTexts, onConfirm, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {Boolean(error) && (
          <Note tone="danger" role="alert">
            {errorMessage(error, errorTexts)}
          </Note>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button color={danger ? 'red' : undefined} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
