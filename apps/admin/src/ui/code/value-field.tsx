import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button';
import styles from './value-field.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly copyLabel: string;
}

/** A value to copy, such as a secret. */
export function ValueField({ label, value, copyLabel }: Props) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        classNames={{ root: styles.grow, input: styles.mono }}
        label={label}
        value={value}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} label={copyLabel} withText />
    </Group>
  );
}
