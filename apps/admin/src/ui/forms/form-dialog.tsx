import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { t } from '../../messages';
import { Dialog } from './dialog';

interface ButtonsProps {
  readonly submit: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The dialog stays open meanwhile, because it shows the result. */
  readonly isPending?: boolean;
  /** True if `onClose` stops what is under way. */
  readonly canStop?: boolean;
  /** Absent in a form, which the button submits. */
  readonly onSubmit?: () => void;
  readonly onClose: () => void;
  /** Another button, at the start of the row. */
  readonly other?: ReactNode;
}

/** The last row of a dialog: a button that closes it, and one that acts. */
export function DialogButtons({ submit, cancel = t.ui.cancel, danger, ...props }: ButtonsProps) {
  const { disabled, isPending, canStop, onSubmit, onClose, other } = props;
  return (
    <Group justify="flex-end" gap="sm">
      {other}
      <Button
        variant="default"
        onClick={onClose}
        disabled={isPending && !canStop}
        data-autofocus={onSubmit && true}
      >
        {cancel}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        color={danger ? 'red' : undefined}
        disabled={disabled}
        loading={isPending}
        onClick={onSubmit}
      >
        {submit}
      </Button>
    </Group>
  );
}

function submitFromTextArea(event: KeyboardEvent<HTMLFormElement>): void {
  if (
    !(event.target instanceof HTMLTextAreaElement) ||
    event.key !== 'Enter' ||
    event.nativeEvent.isComposing
  )
    return;
  // A field of one line has already submitted it.
  if ((event.ctrlKey || event.metaKey) && !event.defaultPrevented) event.currentTarget.requestSubmit();
}

interface Props extends ButtonsProps {
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly opened?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A dialog that is a form. Enter in a field submits it; in a text area, Ctrl+Enter. */
export function FormDialog({ title, size, opened = true, children, onSubmit, ...buttons }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles it to the form in which the dialog is rendered.
    event.stopPropagation();
    if (!buttons.isPending && !buttons.disabled) onSubmit();
  };
  return (
    <Dialog
      opened={opened}
      isPending={buttons.isPending && !buttons.canStop}
      onClose={buttons.onClose}
      title={title}
      size={size}
    >
      <form onSubmit={submit} onKeyDown={submitFromTextArea} noValidate>
        <Stack gap="md">
          {children}
          <DialogButtons {...buttons} />
        </Stack>
      </form>
    </Dialog>
  );
}
