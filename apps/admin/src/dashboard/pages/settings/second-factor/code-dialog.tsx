import { Button, Group, Modal, Stack, type TextInputProps } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '../../../../messages';
import { CodeField, codeError } from './code-field';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

interface Props {
  readonly title: string;
  readonly confirm: string;
  readonly field: TextInputProps;
  /** Returns the recovery codes. */
  readonly request: {
    readonly data: readonly string[] | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  readonly onSubmit: (code: string) => void;
  readonly onClose: () => void;
  /** Above the field. */
  readonly children: ReactNode;
}

/** Asks for a code, and then shows recovery codes. */
export function CodeDialog({ title, confirm, field, request, onSubmit, onClose, children }: Props) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (request.data) return <RecoveryCodesDialog codes={request.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '') onSubmit(code);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <CodeField
            {...field}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setMissing(false);
            }}
            error={codeError(isMissing, request.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t.secondFactor.cancel}
            </Button>
            <Button type="submit" loading={request.isPending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
