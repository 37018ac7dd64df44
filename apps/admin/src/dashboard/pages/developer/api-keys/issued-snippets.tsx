import type { IssuedKey } from '@libs/contract';
import { Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { AgentsView } from '../snippets/agents-view';
import { SnippetsView } from '../snippets/snippets-view';

const texts = t.developer.issued;
type Use = 'requests' | 'agents';

interface Props {
  readonly secretOf: IssuedKey;
  readonly baseUrl: string;
}

/** What the key is for, ready to run or to paste. Agents have no use for a key that only submits. */
export function IssuedSnippets({ secretOf: key, baseUrl }: Props) {
  const [use, setUse] = useState<Use>('requests');
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h5">
          {texts.ready}
        </Title>
        {key.permission !== 'submit' && (
          <SegmentedControl
            size="sm"
            aria-label={texts.use}
            value={use}
            onChange={(value) => setUse(value as Use)}
            data={[
              { value: 'requests', label: texts.uses.requests },
              { value: 'agents', label: texts.uses.agents },
            ]}
          />
        )}
      </Group>
      {use === 'agents' ? (
        <AgentsView baseUrl={baseUrl} secret={key.secret} />
      ) : (
        <SnippetsView
          apiUrl={`${baseUrl}/api/v1`}
          permission={key.permission}
          secret={key.secret}
          origin={key.allowed_origins[0]}
        />
      )}
    </Stack>
  );
}
