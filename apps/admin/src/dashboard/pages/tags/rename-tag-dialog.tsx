import type { TagItem } from '@libs/contract';
import { Text, TextInput } from '@mantine/core';
import { trimmed } from '@libs/kernel';
import { useState } from 'react';
import { useChangeTag } from '../../api/tags';
import { t } from '../../../messages';
import { clearError } from '../../../ui/forms/use-fields';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';

const texts = t.tags.page;

interface Props {
  readonly tag: TagItem;
  readonly tags: readonly TagItem[];
  readonly onClose: () => void;
}

/** Renames a tag. With the name of another tag, merges the two. */
export function RenameTagDialog({ tag, tags, onClose }: Props) {
  const [text, setText] = useState(tag.name);
  const change = useChangeTag();
  const name = trimmed(text);
  const other = tags.find(
    ({ id, name: taken }) => id !== tag.id && taken.toLowerCase() === name.toLowerCase(),
  );
  const save = () => change.mutate({ id: tag.id, change: { name } }, { onSuccess: onClose });
  return (
    <ConfirmDialog
      title={texts.renameTitle}
      confirm={other ? texts.merge : texts.save}
      danger={other !== undefined}
      action={change}
      onConfirm={save}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={texts.name}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          clearError(change);
        }}
        onKeyDown={(event) => {
          // Merging can't be undone, so it needs the button.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && !other && !change.isPending) save();
        }}
      />
      {other && (
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {texts.mergeHint(tag.name, other.name)}
        </Text>
      )}
    </ConfirmDialog>
  );
}
