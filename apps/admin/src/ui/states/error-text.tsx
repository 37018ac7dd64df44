import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage } from '../error-messages';

interface Props {
  /** Without an error and a text, renders nothing. */
  readonly error?: unknown;
  readonly children?: ReactNode;
}

/** A line that says what failed. */
export function ErrorText({ error, children = error ? errorMessage(error) : null }: Props) {
  if (!children) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
