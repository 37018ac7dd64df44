import { useEffect } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog';
import type { MergeSource } from '../duplicates/suggested-targets';
import { loadTellDialog } from '../status-messages/tell-host';
import type { ItemEdit } from '../mutations/item-edits';

const loadAssigneeDialog = async () => (await import('../assignee/assignee-dialog')).AssigneeDialog;
const loadMergeDialog = async () => (await import('../duplicates/merge-dialog')).MergeDialog;
const loadNewItemDialog = async () => (await import('./new-item-dialog')).NewItemDialog;
const loadPublishDialog = async () => (await import('../public-card/publish-dialog')).PublishDialog;
/** Part of the dialog for new items. */
const loadTagsField = () => import('../tags/tags-field');
const loadTagDialog = async () => (await import('../tags/tag-dialog')).TagDialog;

/** What was selected when a dialog opened: the selection can change behind it. */
export interface Targets extends MergeSource {
  /** Number of items that are meant; can be more than `items`. */
  readonly count: number;
  edit(this: void, edit: ItemEdit): Promise<void>;
  merge(this: void, edit: ItemEdit): void;
  remove(this: void): void;
}

/** A dialog that changes items. */
export interface ItemDialogProps extends Pick<Targets, 'items' | 'count'> {
  readonly onEdit: (edit: ItemEdit) => Promise<void>;
  readonly onClose: () => void;
}

export const AssigneeDialog = lazyDialog(loadAssigneeDialog);
export const MergeDialog = lazyDialog(loadMergeDialog);
export const NewItemDialog = lazyDialog(loadNewItemDialog);
export const PublishDialog = lazyDialog(loadPublishDialog);
export const TagDialog = lazyDialog(loadTagDialog);

/** Loads the dialogs: those of items when there is an item for them. They are loaded before they open, because typing can follow their keys immediately. */
export function usePreloadedDialogs(hasTarget: boolean): void {
  useEffect(() => preload([loadNewItemDialog]), []);
  useEffect(() => {
    if (hasTarget) preload(ITEM_DIALOGS);
  }, [hasTarget]);
}

const ITEM_DIALOGS = [
  loadAssigneeDialog,
  loadMergeDialog,
  loadPublishDialog,
  loadTagDialog,
  loadTagsField,
  loadTellDialog,
];

/** Starts after the next frame, each in a task of its own: the page, or the row of a key, does not wait for them. */
function preload(loaders: readonly (() => Promise<unknown>)[]): void {
  requestAnimationFrame(() => {
    // After an error, a dialog loads again when it opens.
    for (const load of loaders) setTimeout(() => void load().catch(() => {}));
  });
}
