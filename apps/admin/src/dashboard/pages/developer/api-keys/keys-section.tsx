import { API_KEYS_MAX, type KeyEntry } from '@libs/contract';
import { Button, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { useKeys } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { QueryState } from '../../../../ui/states/query-state';
import { Note } from '../../../../ui/states/note';
import { Disclosure } from '../../../../ui/layout/disclosure';
import { Section } from '../../../../ui/layout/section';
import { keysToRenew } from './expiry';
import { KeyList, type KeyActions } from './key-list';

interface Props extends KeyActions {
  readonly keys: ReturnType<typeof useKeys>;
  readonly isFull: boolean;
  readonly onCreate: () => void;
}

const texts = t.developer.keys;

export function KeysSection({ keys, isFull, onCreate, ...actions }: Props) {
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={onCreate} disabled={isFull}>
      {texts.create}
    </Button>
  );
  const hint = (all: readonly KeyEntry[]) =>
    isFull ? texts.limit(API_KEYS_MAX) : texts.room(all.filter(isActive).length, API_KEYS_MAX);
  return (
    <Section title={texts.title} hint={keys.data && hint(keys.data)} actions={create}>
      <QueryState query={keys} loading={texts.loading} rows={2}>
        {(all) => <Keys all={all} {...actions} />}
      </QueryState>
    </Section>
  );
}

const isActive = ({ state }: KeyEntry): boolean => state === 'active';

function Keys({ all, ...actions }: KeyActions & { readonly all: readonly KeyEntry[] }) {
  const active = all.filter(isActive);
  const ended = all.filter((key) => !isActive(key));
  return (
    <Stack gap="md">
      <Renewals keys={all} onRotate={actions.onRotate} />
      {active.length > 0 ? (
        <KeyList keys={active} allKeys={all} {...actions} />
      ) : (
        <EmptyState
          title={ended.length > 0 ? texts.noneActive : texts.empty}
          hint={ended.length > 0 ? texts.noneActiveHint : texts.emptyHint}
        />
      )}
      {ended.length > 0 && (
        <Disclosure label={texts.ended(ended.length)}>
          <KeyList keys={ended} allKeys={all} {...actions} />
        </Disclosure>
      )}
    </Stack>
  );
}

function Renewals({ keys, onRotate }: Pick<KeyActions, 'onRotate'> & { readonly keys: readonly KeyEntry[] }) {
  return keysToRenew(keys, new Date()).map((key) => (
    <Note
      key={key.id}
      tone="warning"
      title={t.developer.warning.title(key.name)}
      action={
        <Button size="xs" variant="default" onClick={() => onRotate(key)}>
          {t.developer.warning.rotate}
        </Button>
      }
    >
      {t.developer.warning.body}
    </Note>
  ));
}
