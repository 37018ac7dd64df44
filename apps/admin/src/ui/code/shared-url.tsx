import { Anchor, Button, Group, Stack } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface Props {
  readonly url: string;
  readonly copy: string;
  readonly open: string;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** The URL of a public page, to copy and to open. */
export function SharedUrl({ url, copy, open, children }: Props) {
  return (
    <Stack gap="sm" align="flex-start">
      <Anchor href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
      <Group gap="xs">
        <CopyButton value={url} label={copy} withText size="xs" />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          leftSection={<ExternalLink size={14} />}
        >
          {open}
        </Button>
        {children}
      </Group>
    </Stack>
  );
}
