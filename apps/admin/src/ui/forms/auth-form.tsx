import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { fieldErrors } from '../error-messages';
import { ErrorNote } from '../states/error-note';

interface Props {
  readonly submit: string;
  readonly isPending: boolean;
  /** Displayed above the fields, unless it concerns one of them. */
  readonly error: Error | null;
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** The form of a page for signed-out users: fields and one button. */
export function AuthForm({ submit, isPending, error, onSubmit, children }: Props) {
  const isFormError = Object.keys(fieldErrors(error)).length === 0;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {isFormError && <ErrorNote error={error} />}
        {children}
        <Button type="submit" loading={isPending} fullWidth>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
