import { Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { CopyBox } from '../../../../ui/code/copy-box';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { mcpUrl } from './agents';
import { AgentSetupTabs } from './agent-setup-tabs';

const texts = t.developer.agents;

/** The MCP URL for agents, and the setup for each host. */
export function AgentsSection({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Section title={texts.title} hint={texts.lead}>
      <Stack gap="md">
        <CopyBox value={mcpUrl(baseUrl)} label={texts.urlCopy} />
        <Text size="sm">{texts.permission}</Text>
        <AgentSetupTabs baseUrl={baseUrl} />
        <Text size="sm">{texts.firstPrompt}</Text>
        <Note tone="warning">{texts.data}</Note>
      </Stack>
    </Section>
  );
}
