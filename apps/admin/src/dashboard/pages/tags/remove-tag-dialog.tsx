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
      confirm={texts.removeButton}
      cancel={texts.cancel}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(tag.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {texts.removeText(tag.count)}
    </ConfirmDialog>
  );
}
