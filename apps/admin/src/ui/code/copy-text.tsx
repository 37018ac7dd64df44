import { Group } from '@mantine/core';
import { CopyButton } from './copy-button';

interface Props {
  readonly value: string;
  readonly label: string;
}

/** A short text with a copy button. */
export function CopyText({ value, label }: Props) {
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <code>{value}</code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
