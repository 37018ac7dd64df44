import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import type { ItemEdit } from '../mutations/item-edits';

const texts = t.duplicates;

/** Merges items into `target`, which itself doesn't change. */
export const mergeEdit = (target: Pick<Item, 'id' | 'title'>): ItemEdit => ({
  of: (item) =>
    item.id === target.id || item.merged_into === target.id
      ? null
      : { update: { merged_into: target.id }, shown: { merged_into: target.id } },
  revert: (before, current) =>
    current.merged_into === target.id ? { merged_into: before.merged_into } : null,
  changed: { merged: 'only' },
  texts: {
    doing: (count) => texts.merging(target.title, count),
    done: (count) => texts.merged(target.title, count),
    undone: texts.unmerged,
    notUndone: texts.notUnmerged,
  },
});

/** Makes duplicates of `target` items of their own again. */
export const unmergeEdit = (target: Pick<Item, 'title'>): ItemEdit => ({
  of: (item) =>
    item.merged_into === null ? null : { update: { merged_into: null }, shown: { merged_into: null } },
  revert: (before, current) => (current.merged_into === null ? { merged_into: before.merged_into } : null),
  changed: {},
  texts: {
    doing: texts.unmerging,
    done: texts.unmerged,
    undone: (count) => texts.merged(target.title, count),
    notUndone: texts.notMerged,
  },
});

/** The item to keep that is offered first: the one with the most requests, or else the oldest one. */
export const byRequests = (a: Item, b: Item): number =>
  b.request_count - a.request_count || (a.id < b.id ? -1 : 1);
