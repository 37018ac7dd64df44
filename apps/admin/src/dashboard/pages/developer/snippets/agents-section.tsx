import { Group, Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { CopyButton } from '../../../../ui/code/copy-button';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { mcpUrl } from './agents';
import { AgentSetupTabs } from './agent-setup-tabs';
import styles from '../developer.module.css';

const texts = t.developer.agents;

/** The MCP URL for agents, and the setup for each host. */
export function AgentsSection({ baseUrl }: { readonly baseUrl: string }) {
  const url = mcpUrl(baseUrl);
  return (
    <Section title={texts.title} hint={texts.lead}>
      <Stack gap="md">
        <Group gap="xs" wrap="nowrap" className={styles.address}>
          <code className={styles.grow}>{url}</code>
          <CopyButton value={url} label={texts.urlCopy} />
        </Group>
        <Text size="sm">{texts.permission}</Text>
        <AgentSetupTabs baseUrl={baseUrl} />
        <Text size="sm">{texts.firstPrompt}</Text>
        <Note tone="warning">{texts.data}</Note>
      </Stack>
    </Section>
  );
}
