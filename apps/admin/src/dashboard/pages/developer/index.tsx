import { API_KEYS_MAX, type KeyEntry, type SessionInfo } from '@libs/contract';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useKeys } from '../../api/api-keys';
import { useSession } from '../../api/session';
import { t } from '../../../messages';
import { PageHeader } from '../../../ui/layout/page-header';
import { useReturnedFocus } from '../../../ui/forms/use-return-focus';
import { AgentsSection } from './snippets/agents-section';
import { BaseUrl } from './snippets/base-url';
import { CliSection } from './snippets/cli-section';
import { CreateDialog } from './api-keys/create-dialog';
import { IssuedDialog, type Issued } from './api-keys/issued-dialog';
import { KeysSection } from './api-keys/keys-section';
import { LimitsSection } from './limits-section';
import { RevokeDialog } from './api-keys/revoke-dialog';
import { RotateDialog } from './api-keys/rotate-dialog';
import { SnippetsSection } from './snippets/snippets-section';

type Asked = { readonly action: 'rotate' | 'revoke'; readonly key: KeyEntry } | null;

const texts = t.developer;

export default function DeveloperPage() {
  const session = useSession();
  return session.data ? <Developer session={session.data} /> : null;
}

function Developer({ session: { base_url, limits, account } }: { readonly session: SessionInfo }) {
  const keys = useKeys();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const [issued, setIssued] = useState<Issued | null>(null);
  useReturnedFocus(creating || asked !== null || issued !== null);
  const apiUrl = `${base_url}/api/v1`;
  const active = keys.data?.filter(({ state }) => state === 'active') ?? [];
  const show = (shown: Issued) => {
    setCreating(false);
    setAsked(null);
    setIssued(shown);
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button variant="default" component="a" href="/docs" target="_blank">
            {texts.reference}
          </Button>
        }
      />
      <Stack gap="xl">
        <BaseUrl apiUrl={apiUrl} />
        <KeysSection
          keys={keys}
          onCreate={() => setCreating(true)}
          isFull={active.length >= API_KEYS_MAX}
          onRotate={(key) => setAsked({ action: 'rotate', key })}
          onRevoke={(key) => setAsked({ action: 'revoke', key })}
        />
        <LimitsSection limits={limits} plan={account.plan} />
        <SnippetsSection apiUrl={apiUrl} />
        <AgentsSection baseUrl={base_url} />
        <CliSection baseUrl={base_url} />
      </Stack>
      <CreateDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onIssued={(key) => show({ key, replacedId: null })}
      />
      {asked?.action === 'rotate' && (
        <RotateDialog entry={asked.key} onClose={() => setAsked(null)} onIssued={show} />
      )}
      {asked?.action === 'revoke' && (
        <RevokeDialog entry={asked.key} onClose={() => setAsked(null)} onRevoked={() => setAsked(null)} />
      )}
      {issued && (
        <IssuedDialog
          secretOf={issued.key}
          replaced={keys.data?.find(({ id }) => id === issued.replacedId)}
          baseUrl={base_url}
          onStored={() => setIssued(null)}
        />
      )}
    </>
  );
}
