import { API_KEYS_MAX, type KeyEntry, type SessionInfo } from '@libs/contract';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useKeys } from '../../api/api-keys';
import { useSession } from '../../api/session';
import { AgentsSection } from './snippets/agents-section';
import { BaseUrlSection } from './snippets/base-url';
import { CliSection } from './snippets/cli-section';
import { CreateDialog } from './api-keys/create-dialog';
import { IssuedDialog, type Issued } from './api-keys/issued-dialog';
import { KeysSection } from './api-keys/keys-section';
import { LimitsSection } from './limits-section';
import { RevokeDialog } from './api-keys/revoke-dialog';
import { RotateDialog } from './api-keys/rotate-dialog';
import { UsageSection } from './usage/usage-section';
import { SnippetsSection } from './snippets/snippets-section';

type OpenDialog = { readonly action: 'rotate' | 'revoke'; readonly key: KeyEntry } | null;

export default function DeveloperPage() {
  const session = useSession();
  return session.data ? <Developer session={session.data} /> : null;
}

function Developer({ session: { base_url, limits } }: { readonly session: SessionInfo }) {
  const keys = useKeys();
  const [creating, setCreating] = useState(false);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [issued, setIssued] = useState<Issued | null>(null);
  const apiUrl = `${base_url}/api/v1`;
  const active = keys.data?.filter(({ state }) => state === 'active') ?? [];
  const showIssued = (shown: Issued) => {
    setCreating(false);
    setOpenDialog(null);
    setIssued(shown);
  };

  return (
    <>
      <Stack gap="xl">
        <BaseUrlSection apiUrl={apiUrl} />
        <KeysSection
          keys={keys}
          onCreate={() => setCreating(true)}
          isFull={active.length >= API_KEYS_MAX}
          onRotate={(key) => setOpenDialog({ action: 'rotate', key })}
          onRevoke={(key) => setOpenDialog({ action: 'revoke', key })}
        />
        <UsageSection keys={keys.data} />
        <LimitsSection limits={limits} />
        <SnippetsSection apiUrl={apiUrl} />
        <AgentsSection baseUrl={base_url} />
        <CliSection baseUrl={base_url} />
      </Stack>
      <CreateDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onIssued={(key) => showIssued({ key, replacedId: null })}
      />
      {openDialog?.action === 'rotate' && (
        <RotateDialog entry={openDialog.key} onClose={() => setOpenDialog(null)} onIssued={showIssued} />
      )}
      {openDialog?.action === 'revoke' && (
        <RevokeDialog
          entry={openDialog.key}
          onClose={() => setOpenDialog(null)}
          onRevoked={() => setOpenDialog(null)}
        />
      )}
      {issued && (
        <IssuedDialog
          issuedKey={issued.key}
          replacedId={issued.replacedId}
          keys={keys.data ?? []}
          baseUrl={base_url}
          onStored={() => setIssued(null)}
        />
      )}
    </>
  );
}
