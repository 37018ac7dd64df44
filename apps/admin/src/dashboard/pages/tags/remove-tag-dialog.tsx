import type { TagItem } from '@libs/contract';
import { useRemoveTag } from '../../api/tags';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';

const texts = t.tags.page;

export function RemoveTagDialog({ tag, onClose }: { readonly tag: TagItem; readonly onClose: () => void }) {
  const remove = useRemoveTag();
  return (
    <ConfirmDialog
      title={texts.removeTitle(tag.name)}
      text={texts.removeText(tag.count)}
      confirm={texts.removeButton}
      danger
      action={remove}
      onConfirm={() => remove.mutate(tag.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
