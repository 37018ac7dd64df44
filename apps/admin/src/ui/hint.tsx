import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends TextProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/** A small text that explains something. */
export const Hint = (props: Props) => <Text size="xs" c="dimmed" {...props} />;
