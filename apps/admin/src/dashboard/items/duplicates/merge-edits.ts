import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import type { ItemEdit } from '../mutations/item-edits';

const texts = t.duplicates;

/** The targets that items had before. Their counts change, too. */
const targetsOf = (items: readonly Item[]) => items.flatMap(({ merged_into: target }) => target ?? []);

/** Merges items into `target`. */
export const mergeEdit = (target: Pick<Item, 'id' | 'title'>): ItemEdit => ({
  of: (item) =>
    item.id === target.id || item.merged_into === target.id
      ? null
      : { update: { merged_into: target.id }, shown: { merged_into: target.id } },
  revert: (before, current) =>
    current.merged_into === target.id ? { merged_into: before.merged_into } : null,
  changed: { merged_into: target.id },
  others: (before) => [...new Set([target.id, ...targetsOf(before)])],
  texts: {
    doing: (count) => texts.merging(target.title, count),
    done: (count) => texts.merged(target.title, count),
    undone: texts.unmerged,
    notUndone: texts.notUnmerged,
  },
});

/** Unmerges duplicates of `target`. */
export const unmergeEdit = (target: Pick<Item, 'title'>): ItemEdit => ({
  of: (item) =>
    item.merged_into === null ? null : { update: { merged_into: null }, shown: { merged_into: null } },
  revert: (before, current) => (current.merged_into === null ? { merged_into: before.merged_into } : null),
  changed: {},
  others: (before) => [...new Set(targetsOf(before))],
  texts: {
    doing: texts.unmerging,
    done: texts.unmerged,
    undone: (count) => texts.merged(target.title, count),
    notUndone: texts.notMerged,
  },
});

/** The item to keep that is offered first: the one with the most requests, or else the oldest one. */
export const byRequests = (
  a: Pick<Item, 'id' | 'request_count'>,
  b: Pick<Item, 'id' | 'request_count'>,
): number => b.request_count - a.request_count || (a.id < b.id ? -1 : 1);
