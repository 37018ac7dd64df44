import type { Status } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldConflict } from '../../api/items/item-conflict';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { discardDrafts, rebaseDrafts } from './drafts';
import { itemMutations } from '../mutations/item-mutations';
import styles from '../items.module.css';
import { useStore } from '../../../ui/store';
import { useItemActions } from '../mutations/use-item-actions';
import { Dialog } from '../../../ui/forms/dialog';

const texts = t.items.conflict;

/** Shows both sides of a conflict, and writes nothing until the user has decided. */
export function ConflictDialog() {
  const { conflicts } = itemMutations(useQueryClient());
  const { change } = useItemActions();
  const [conflict, ...others] = useStore(conflicts);
  const close = (run?: () => void) => {
    conflicts.set(others);
    run?.();
  };
  if (!conflict) return null;
  const { theirs, mine, fields } = conflict;
  const fieldNames = fields.map(({ field }) => field);
  return (
    <Dialog
      onClose={() => close()}
      title={texts.title}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.later }}
    >
      <Stack gap="md">
        <Text size="sm">{texts.lead(theirs.title)}</Text>
        {fields.map((fieldConflict) => (
          <FieldConflictView key={fieldConflict.field} fieldConflict={fieldConflict} />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            data-autofocus
            onClick={() => close(() => discardDrafts(theirs.id, fieldNames))}
          >
            {texts.keep}
          </Button>
          <Button
            onClick={() => {
              rebaseDrafts(theirs, fieldNames);
              close(() => void change(theirs, mine));
            }}
          >
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function FieldConflictView({ fieldConflict: { field, theirs, mine } }: { fieldConflict: FieldConflict }) {
  return (
    <section aria-label={t.items.fields[field]}>
      <Text size="sm" fw={600} mb={6}>
        {texts.changed[field](displayValue({ field, value: theirs }))}
      </Text>
      <div className={styles.sides}>
        {(
          [
            ['theirs', theirs],
            ['mine', mine],
          ] as const
        ).map(([side, value]) => (
          <div key={side} className={styles.side}>
            <Hint mb={2}>{texts[side]}</Hint>
            <div className={styles.sideText}>{displayValue({ field, value })}</div>
          </div>
        ))}
      </div>
    </section>
  );
}

function displayValue({ field, value }: { field: FieldConflict['field']; value: string | null }): string {
  if (field === 'status') return t.ui.statuses[value as Status];
  return value || texts.nothing;
}
