import { useEffect } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog';

const loadMergeDialog = async () => (await import('./duplicates/merge-dialog')).MergeDialog;
const loadTagDialog = async () => (await import('./tags/tag-dialog')).TagDialog;

export const MergeDialog = lazyDialog(loadMergeDialog);
export const TagDialog = lazyDialog(loadTagDialog);

/** Loads the dialogs when there is an item for them, because typing can follow their keys immediately. */
export function usePreloadedDialogs(hasTarget: boolean): void {
  useEffect(() => {
    // After an error, the dialogs load again when they open.
    if (hasTarget) Promise.all([loadMergeDialog(), loadTagDialog()]).catch(() => {});
  }, [hasTarget]);
}
