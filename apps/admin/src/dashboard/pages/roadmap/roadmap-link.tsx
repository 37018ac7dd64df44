import { Anchor, Button, Group, Stack } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { t } from '../../../messages';
import { CopyButton } from '../../../ui/code/copy-button';
import styles from './roadmap.module.css';

const texts = t.roadmap.availability;

/** The URL of the roadmap, to share. */
export function RoadmapLink({ url }: { readonly url: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Anchor href={url} target="_blank" rel="noopener" className={styles.link}>
        {url}
      </Anchor>
      <Group gap="xs">
        <CopyButton value={url} label={texts.copy} withText size="xs" />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          variant="default"
          size="xs"
          leftSection={<ExternalLink size={14} />}
        >
          {texts.open}
        </Button>
      </Group>
    </Stack>
  );
}
