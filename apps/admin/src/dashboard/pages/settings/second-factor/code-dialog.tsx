import type { TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../../../ui/forms/form-dialog';
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
  const submit = () => {
    setMissing(code.trim() === '');
    if (code.trim() !== '') onSubmit(code);
  };
  return (
    <FormDialog
      title={title}
      submit={confirm}
      isPending={request.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
