import type { Item, ItemUpdate, Status } from '@libs/contract';
import type { MatchingItems } from './for-each-page';
import { t } from '../../../messages';

/** The change of one item in a batch. */
type Update = Omit<ItemUpdate, 'id'>;

/** What to send for an item, and how the item looks after it. */
export interface EditOfItem {
  readonly update: Update;
  readonly shown: Partial<Item>;
}

/** A change that the user makes to one or more items. */
export interface ItemEdit {
  /** Null if it would change nothing. */
  readonly of: (item: Item) => EditOfItem | null;
  /** What restores an item as it was before; null if someone has changed it since. */
  readonly revert: (before: Item, current: Item) => Update | null;
  /** Parameters of a list that contains all changed items. */
  readonly changed: MatchingItems['params'];
  /** IDs of other items that change with these, by what the items were before. */
  readonly others?: (before: readonly Item[]) => readonly string[];
  readonly texts: {
    readonly doing: (count: number) => string;
    readonly done: (count: number) => string;
    readonly undone: (count: number) => string;
    readonly notUndone: (count: number) => string;
  };
}

export const statusEdit = (status: Status): ItemEdit => ({
  of: (item) => (item.status === status ? null : { update: { status }, shown: { status } }),
  revert: (before, current) => (current.status === status ? { status: before.status } : null),
  changed: { status },
  texts: {
    doing: (count) => t.items.matching.moving(count, t.ui.statuses[status]),
    done: (count) => t.items.movedMany(count, t.ui.statuses[status]),
    undone: t.items.movedBack,
    notUndone: t.items.notMovedBack,
  },
});
