import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { CodeBlock } from '../../../../ui/code/code-block';
import { TabPanels } from '../../../../ui/pages/tab-panels';
import { agentSetup, HOSTS, type Host } from './agents';

const texts = t.developer.agents;

interface Props {
  readonly baseUrl: string;
  readonly secret?: string;
}

/** The MCP setup for each host; contains the secret while it is shown. */
export function AgentSetupTabs({ baseUrl, secret = '' }: Props) {
  const [host, setHost] = useState<Host>('claude-code');
  const { code, language } = agentSetup(host, { baseUrl, secret: secret || null });
  const hint = texts.hints[host];

  return (
    <TabPanels label={texts.host} names={texts.hosts} tabs={HOSTS} value={host} onChange={setHost}>
      <Stack gap="xs">
        <Text size="sm">{hint.where}</Text>
        <CodeBlock
          code={code}
          language={language}
          label={texts.code(texts.hosts[host])}
          copyLabel={texts.copy}
        />
        <Hint>{secret ? hint.withKey : hint.key}</Hint>
      </Stack>
    </TabPanels>
  );
}
