import type { IdentityKey, IdentitySettings } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { IconButton } from '../../../../ui/icon-button';
import { List, RowText } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import { EmptyState } from '../../../../ui/states/empty-state';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { useRemoveIdentityKey } from '../../../api/identity';
import { AddKeyDialog } from './add-key-dialog';
import { SecretDialog } from './secret-dialog';

const texts = t.identity;

export function KeysSection({ settings: { keys, max_keys: max } }: { readonly settings: IdentitySettings }) {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [removed, setRemoved] = useState<IdentityKey | null>(null);
  const add = (
    <Button leftSection={<Plus size={16} />} disabled={keys.length >= max} onClick={() => setAdding(true)}>
      {texts.keys.add}
    </Button>
  );
  return (
    <Section title={texts.keys.title} hint={texts.keys.hint(max)} actions={add}>
      {keys.length === 0 ? (
        <EmptyState
          icon={<Fingerprint size={20} />}
          title={texts.keys.emptyTitle}
          hint={texts.keys.emptyText}
        />
      ) : (
        <List look="lines" aria-label={texts.keys.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} identityKey={key} onRemove={() => setRemoved(key)} />
          ))}
        </List>
      )}
      {isAdding && (
        <AddKeyDialog
          onClose={() => setAdding(false)}
          onAdded={(issued) => {
            setAdding(false);
            setSecret(issued.secret);
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {removed && <RemoveDialog identityKey={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}

interface RowProps {
  readonly identityKey: IdentityKey;
  readonly onRemove: () => void;
}

function KeyRow({ identityKey: { type, algorithm, kid, url, created_at: added }, onRemove }: RowProps) {
  const name = [texts.types[type].label, algorithm, url].filter(Boolean).join(' · ');
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <RowText title={name}>
          {kid !== null && `${texts.keys.kid}: ${kid} · `}
          {texts.keys.added} <RelativeTime value={added} />
        </RowText>
        <IconButton icon={Trash2} label={texts.keys.remove(name)} onClick={onRemove} />
      </Group>
    </li>
  );
}

interface RemoveProps {
  readonly identityKey: IdentityKey;
  readonly onClose: () => void;
}

function RemoveDialog({ identityKey, onClose }: RemoveProps) {
  const remove = useRemoveIdentityKey();
  return (
    <ConfirmDialog
      {...texts.remove}
      danger
      action={remove}
      errorTexts={texts.errors}
      onConfirm={() => remove.mutate(identityKey.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
