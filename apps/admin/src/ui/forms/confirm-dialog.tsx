import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from '../states/error-note';
import type { ErrorTexts } from '../error-messages';
import { DialogButtons } from './form-dialog';
import { Dialog } from './dialog';

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The mutation that the dialog starts. */
  readonly action?: { readonly isPending: boolean; readonly error: unknown };
  readonly errorTexts?: ErrorTexts;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Otherwise, offer undo instead. */
export function ConfirmDialog({ title, text, children, action, errorTexts, ...buttons }: Props) {
  const { confirm, onConfirm, ...others } = buttons;
  return (
    <Dialog isPending={action?.isPending} onClose={others.onClose} title={title}>
      <Stack gap="md">
        {text && <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>}
        {children}
        <ErrorNote error={action?.error} texts={errorTexts} />
        <DialogButtons {...others} submit={confirm} isPending={action?.isPending} onSubmit={onConfirm} />
      </Stack>
    </Dialog>
  );
}
