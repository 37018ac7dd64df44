import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import styles from './settings.module.css';

interface Props {
  readonly children: ReactNode;
  readonly submit: string;
  readonly disabled: boolean;
  readonly pending: boolean;
  /** Message after saving. */
  readonly done: string | null;
  /** Error message that concerns no field. */
  readonly error: string | null;
  readonly onSubmit: () => void;
}

/** A setting with its own save button, so that an error in another setting doesn't affect it. */
export function FieldForm({ children, submit, disabled, pending, done, error, onSubmit }: Props) {
  const onEvent = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled && !pending) onSubmit();
  };
  return (
    <form onSubmit={onEvent} noValidate className={styles.form}>
      <Stack gap="md">
        {children}
        <Group gap="md">
          {/* Keeps the focus while there is nothing to save. */}
          <Button
            type="submit"
            variant="default"
            data-disabled={disabled || undefined}
            aria-disabled={disabled}
            loading={pending}
          >
            {submit}
          </Button>
          <Text
            size="sm"
            role="status"
            c={error ? 'var(--mantine-color-error)' : 'dimmed'}
            className={styles.saved}
          >
            {error ?? done}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
