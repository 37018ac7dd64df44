import type { Status } from '@libs/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Clash } from '../../api/items/item-conflict';
import { t } from '../../../messages';
import { useReturnedFocus } from '../../../ui/forms/use-return-focus';
import { dialogEscape } from './dialog-escape';
import { forgetDrafts, rebaseDrafts } from './drafts';
import { deskOf } from '../mutations/item-mutations';
import classes from '../items.module.css';
import { useStore } from '../store';
import { useItemActions } from '../mutations/use-item-actions';

const words = t.items.conflict;

/** Two people wanted different things: shows both, and writes nothing before somebody has decided. */
export function ConflictDialog() {
  const { conflicts } = deskOf(useQueryClient());
  const { change } = useItemActions();
  const [conflict, ...others] = useStore(conflicts);
  const decide = (run?: () => void) => {
    conflicts.set(others);
    run?.();
  };
  useReturnedFocus(conflict !== undefined);
  if (!conflict) return null;
  const { theirs, mine, clashes } = conflict;
  const fields = clashes.map(({ field }) => field);
  return (
    <Modal
      opened
      onClose={() => decide()}
      {...dialogEscape(() => decide())}
      title={words.title}
      size="lg"
      closeButtonProps={{ 'aria-label': words.later }}
    >
      <Stack gap="md">
        <Text size="sm">{words.lead(theirs.title)}</Text>
        {clashes.map((clash) => (
          <ClashView key={clash.field} clash={clash} />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            data-autofocus
            onClick={() => decide(() => forgetDrafts(theirs.id, fields))}
          >
            {words.keep}
          </Button>
          <Button
            onClick={() => {
              rebaseDrafts(theirs, fields);
              decide(() => void change(theirs, mine));
            }}
          >
            {words.apply}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ClashView({ clash: { field, theirs, mine } }: { clash: Clash }) {
  return (
    <section aria-label={t.items.fields[field]}>
      <Text size="sm" fw={600} mb={6}>
        {words.changed[field](shown({ field, value: theirs }))}
      </Text>
      <div className={classes.sides}>
        {(
          [
            ['theirs', theirs],
            ['mine', mine],
          ] as const
        ).map(([side, value]) => (
          <div key={side} className={classes.side}>
            <Text size="xs" c="dimmed" mb={2}>
              {words[side]}
            </Text>
            <div className={classes.sideText}>{shown({ field, value })}</div>
          </div>
        ))}
      </div>
    </section>
  );
}

function shown({ field, value }: { field: Clash['field']; value: string | null }): string {
  if (field === 'status') return t.ui.statuses[value as Status];
  return value || words.nothing;
}
