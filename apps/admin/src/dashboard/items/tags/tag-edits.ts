import type { Item } from '@libs/contract';
import { tagKey } from '@libs/feedback';
import { t } from '../../../messages';
import type { ItemEdit } from '../mutations/item-edits';

const isSame = (a: string, b: string) => tagKey(a) === tagKey(b);

export const hasTag = ({ tags }: Pick<Item, 'tags'>, name: string): boolean =>
  tags.some((tag) => isSame(tag, name));

export const addTagEdit = (name: string): ItemEdit => ({
  of: (item) =>
    hasTag(item, name) ? null : { update: { add_tags: [name] }, shown: { tags: withTag(item.tags, name) } },
  revert: (before, current) =>
    hasTag(current, name) && !hasTag(before, name) ? { remove_tags: [name] } : null,
  changed: { tag: name },
  texts: {
    doing: (count) => t.tags.adding(name, count),
    done: (count) => t.tags.added(name, count),
    undone: (count) => t.tags.removed(name, count),
    notUndone: t.tags.notUndone,
  },
});

export const removeTagEdit = (name: string): ItemEdit => ({
  of: (item) =>
    hasTag(item, name)
      ? {
          update: { remove_tags: [name] },
          shown: { tags: item.tags.filter((tag) => !isSame(tag, name)) },
        }
      : null,
  revert: (before, current) => (hasTag(before, name) && !hasTag(current, name) ? { add_tags: [name] } : null),
  changed: {},
  texts: {
    doing: (count) => t.tags.removing(name, count),
    done: (count) => t.tags.removed(name, count),
    undone: (count) => t.tags.added(name, count),
    notUndone: t.tags.notUndone,
  },
});

const withTag = (tags: readonly string[], name: string): readonly string[] =>
  [...tags, name].sort((a, b) => (tagKey(a) < tagKey(b) ? -1 : 1));
