import type { Item } from '@libs/contract';
import { useState, type ComponentType, type ReactNode } from 'react';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { Announcer } from '../announcer';
import {
  AssigneeDialog,
  MergeDialog,
  NewItemDialog,
  PublishDialog,
  TagDialog,
  type ItemDialogProps,
} from './item-dialogs';
import { notifyIfReadOnly } from '../duplicates/read-only';
import type { MergeSource } from '../duplicates/suggested-targets';
import { ConflictDialog } from '../editing/conflict-dialog';
import type { ItemEdit } from '../mutations/item-edits';
import { UNDO_TIMEOUT_MS } from '../mutations/item-mutations';
import { notifyIfNotPublishable } from '../public-card/not-publishable';
import { openTelling } from '../status-messages/tell-target';

interface Options {
  /** The items that the dialogs change. */
  readonly targets: () => readonly Item[];
  /** Number of items that an edit changes; can be more than `targets`. */
  readonly count: number;
  /** The list of which all items are merged; null for those of `targets`. */
  readonly list: MergeSource['list'];
  readonly onEdit: (edit: ItemEdit, items: readonly Item[]) => Promise<void>;
  readonly onMerge: (edit: ItemEdit, items: readonly Item[]) => void;
  /** Takes the items that are selected now, and returns a function that deletes them. */
  readonly removal: () => () => void;
  /** Opens a new item. */
  readonly onOpen: (id: string) => void;
}

interface ItemDialogs extends Readonly<
  Record<'create' | 'assign' | 'tag' | 'merge' | 'publish' | 'tell' | 'remove', () => void>
> {
  /** To render. */
  readonly dialogs: ReactNode;
}

/** The dialogs of a page with items, and functions that open them. The deletion of one item needs no dialog. */
export function useItemDialogs({ targets, count, list, ...on }: Options): ItemDialogs {
  const { onEdit, onMerge, onOpen } = on;
  const [isCreating, setCreating] = useState(false);
  /** What was selected when the dialog opened: the selection can change behind it. */
  const [asked, setAsked] = useState<{ readonly count: number; readonly run: () => void } | null>(null);
  const [merged, setMerged] = useState<MergeSource | null>(null);
  const [published, setPublished] = useState<{
    readonly items: readonly Item[];
    readonly count: number;
  } | null>(null);
  const [edited, setEdited] = useState<{
    readonly items: readonly Item[];
    readonly Dialog: ComponentType<ItemDialogProps>;
  } | null>(null);
  const editWith = (Dialog: ComponentType<ItemDialogProps>) => () => {
    const items = targets();
    if (items.length > 0 && !notifyIfReadOnly(items)) setEdited({ items, Dialog });
  };
  return {
    create: () => setCreating(true),
    assign: editWith(AssigneeDialog),
    tag: editWith(TagDialog),
    merge() {
      const items = targets();
      if (items.length > 0) setMerged({ items, list });
    },
    publish() {
      const items = targets();
      if (items.length > 0 && !notifyIfNotPublishable(items)) setPublished({ items, count });
    },
    tell: () => openTelling(targets),
    remove() {
      const run = on.removal();
      if (count > 1) setAsked({ count, run });
      else run();
    },
    dialogs: (
      <>
        {isCreating && <NewItemDialog onClose={() => setCreating(false)} onOpen={onOpen} />}
        {edited && (
          <edited.Dialog
            items={edited.items}
            count={count}
            onEdit={(edit) => onEdit(edit, edited.items)}
            onClose={() => setEdited(null)}
          />
        )}
        {merged && (
          <MergeDialog
            {...merged}
            count={count}
            onEdit={(edit) => onMerge(edit, merged.items)}
            onClose={() => setMerged(null)}
          />
        )}
        {published && <PublishDialog {...published} onClose={() => setPublished(null)} />}
        {asked && (
          <ConfirmDialog
            title={t.items.removeTitle(asked.count)}
            text={t.items.removeText(UNDO_TIMEOUT_MS / 1000)}
            confirm={t.items.remove}
            danger
            onConfirm={() => (setAsked(null), asked.run())}
            onClose={() => setAsked(null)}
          />
        )}
        <ConflictDialog />
        <Announcer />
      </>
    ),
  };
}
