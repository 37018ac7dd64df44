import { useEffect } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog';

const loadMergeDialog = async () => (await import('./duplicates/merge-dialog')).MergeDialog;
const loadNewItemDialog = async () => (await import('./new-item-dialog')).NewItemDialog;
/** Part of the dialog for new items. */
const loadTagsField = () => import('./tags/tags-field');
const loadTagDialog = async () => (await import('./tags/tag-dialog')).TagDialog;

export const MergeDialog = lazyDialog(loadMergeDialog);
export const NewItemDialog = lazyDialog(loadNewItemDialog);
export const TagDialog = lazyDialog(loadTagDialog);

/** Loads the dialogs: those of items when there is an item for them. They are loaded before they open, because typing can follow their keys immediately. */
export function usePreloadedDialogs(hasTarget: boolean): void {
  useEffect(() => void loadNewItemDialog().catch(() => {}), []);
  useEffect(() => {
    // After an error, the dialogs load again when they open.
    if (hasTarget) Promise.all([loadMergeDialog(), loadTagDialog(), loadTagsField()]).catch(() => {});
  }, [hasTarget]);
}
