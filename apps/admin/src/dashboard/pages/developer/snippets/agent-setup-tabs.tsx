import { Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { CodeBlock } from '../../../../ui/code/code-block';
import { agentSetup, HOSTS, type Host } from './agents';
import styles from '../developer.module.css';

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
    <Tabs keepMounted={false} value={host} onChange={(value) => setHost(value as Host)}>
      <Tabs.List aria-label={texts.host} className={styles.tabs}>
        {HOSTS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {texts.hosts[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {HOSTS.map((name) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Stack gap="xs">
            <Text size="sm">{hint.where}</Text>
            <CodeBlock
              code={code}
              language={language}
              label={texts.code(texts.hosts[name])}
              copyLabel={texts.copy}
            />
            <Text size="xs" c="dimmed">
              {secret ? hint.withKey : hint.key}
            </Text>
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
