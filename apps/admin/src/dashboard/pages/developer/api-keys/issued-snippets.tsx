import type { IssuedKey } from '@libs/contract';
import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { labelled } from '../../../../ui/forms/options';
import { Segments } from '../../../../ui/forms/segments';
import { AgentSetupTabs } from '../snippets/agent-setup-tabs';
import { SnippetTabs } from '../snippets/snippet-tabs';

const texts = t.developer.issued;
type KeyUse = 'requests' | 'agents';

interface Props {
  readonly issuedKey: IssuedKey;
  readonly baseUrl: string;
}

/** Code samples and agent setups with the key. Submit keys have no agent setup. */
export function IssuedSnippets({ issuedKey, baseUrl }: Props) {
  const [use, setUse] = useState<KeyUse>('requests');
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h5">
          {texts.ready}
        </Title>
        {issuedKey.permission !== 'submit' && (
          <Segments
            size="sm"
            label={texts.use}
            value={use}
            options={labelled(['requests', 'agents'], texts.uses)}
            onChange={setUse}
          />
        )}
      </Group>
      {use === 'agents' ? (
        <AgentSetupTabs baseUrl={baseUrl} secret={issuedKey.secret} />
      ) : (
        <SnippetTabs
          apiUrl={`${baseUrl}/api/v1`}
          permission={issuedKey.permission}
          secret={issuedKey.secret}
          origin={issuedKey.allowed_origins[0]}
        />
      )}
    </Stack>
  );
}
