import type { ChangelogEntry } from '@libs/contract';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { useRemoveEntry } from '../../../api/changelog';

const texts = t.changelog.removal;

interface Props {
  readonly entry: ChangelogEntry;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveEntryDialog({ entry, onRemoved, onClose }: Props) {
  const remove = useRemoveEntry(entry.id);
  return (
    <ConfirmDialog
      title={texts.title(entry.title)}
      text={texts.text}
      confirm={texts.submit}
      danger
      action={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      onClose={onClose}
    />
  );
}
