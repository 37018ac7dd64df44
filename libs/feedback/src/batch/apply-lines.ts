import type { MergeRevision } from '../duplicates/merge';
import { isWithoutMerge } from '../items/revision';
import { linePath, type BatchRevision, type FeedbackUpdate, type PathOf } from './batch';

/** Passes the lines of a batch to `revise` if none merges or unmerges an item, and otherwise to `merge`. */
export const applyLines = <R>(
  updates: readonly FeedbackUpdate[],
  revise: (batch: Pick<BatchRevision, 'updates' | 'pathOf'>) => R,
  merge: (batch: Pick<MergeRevision, 'updates' | 'pathOf'>) => R,
  pathOf: PathOf = linePath,
): R => (updates.every(isWithoutMerge) ? revise({ updates, pathOf }) : merge({ updates, pathOf }));
