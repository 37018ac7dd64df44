import { API_KEYS_MAX, type KeyEntry } from '@libs/contract';
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import type { useKeys } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { Note } from '../../../../ui/states/note';
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
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onCreate} disabled={isFull}>
      {texts.create}
    </Button>
  );
  if (!keys.data) {
    return (
      <Section title={texts.title} actions={create}>
        {keys.error ? (
          <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
        ) : (
          <LoadingRows label={texts.loading} rows={2} />
        )}
      </Section>
    );
  }
  const all = keys.data;
  const active = all.filter(({ state }) => state === 'active');
  const ended = all.filter(({ state }) => state !== 'active');
  return (
    <Section
      title={texts.title}
      hint={isFull ? texts.limit(API_KEYS_MAX) : texts.room(active.length, API_KEYS_MAX)}
      actions={create}
    >
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
        {ended.length > 0 && <EndedKeys keys={ended} allKeys={all} {...actions} />}
      </Stack>
    </Section>
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

function EndedKeys(
  props: KeyActions & { readonly keys: readonly KeyEntry[]; readonly allKeys: readonly KeyEntry[] },
) {
  const [opened, { toggle }] = useDisclosure(false);
  const Icon = opened ? ChevronDown : ChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-expanded={opened}
        leftSection={<Icon size={14} aria-hidden />}
        onClick={toggle}
      >
        {texts.ended(props.keys.length)}
      </Button>
      {opened && <KeyList {...props} />}
    </div>
  );
}
