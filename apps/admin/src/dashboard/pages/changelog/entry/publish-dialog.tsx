import type { ChangelogEntry, ChangelogPreview, EntryChange } from '@libs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { Note } from '../../../../ui/states/note';
import { useChangeEntry } from '../../../api/changelog';
import { usePublicPages } from '../../../api/public-pages';
import { notify } from '../../../items/notices';

const texts = t.changelog.publishing;

interface Props {
  readonly entry: ChangelogEntry;
  /** Unsaved changes, which are saved with it. */
  readonly change: EntryChange;
  readonly items: ChangelogPreview['items'];
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Publishes an entry, and ships its items if that is chosen. */
export function PublishDialog({ entry, change, items, onPublished, onClose }: Props) {
  const publish = useChangeEntry(entry.id);
  const isOff = usePublicPages().data?.changelog === false;
  const [shipsItems, setShipsItems] = useState(true);
  const unshipped = items.filter(({ status }) => status !== 'shipped').length;
  const submit = () =>
    publish.mutate(
      { ...change, status: 'published', set_shipped: shipsItems && unshipped > 0 },
      {
        onSuccess: () => {
          notify({ text: t.changelog.entry.publishedNotice });
          onPublished();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.text}
      confirm={texts.submit}
      action={publish}
      onConfirm={submit}
      onClose={onClose}
    >
      {isOff && <Note tone="warning">{texts.off}</Note>}
      {unshipped > 0 && (
        <Checkbox
          label={texts.ship(unshipped)}
          checked={shipsItems}
          onChange={({ currentTarget: { checked } }) => setShipsItems(checked)}
        />
      )}
    </ConfirmDialog>
  );
}
