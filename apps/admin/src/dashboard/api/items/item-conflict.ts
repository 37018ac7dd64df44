import type { Item, ItemChange } from '@libs/contract';

export type Field = 'title' | 'description' | 'status';
const FIELDS: readonly Field[] = ['status', 'title', 'description'];

/** One field two people had their hands on: what it was, what somebody made of it meanwhile, what is wanted here. */
export interface Clash {
  readonly field: Field;
  readonly theirs: string | null;
  readonly mine: string | null;
}

/** A change that would have overwritten somebody else's; nothing has been written. */
export interface Conflict {
  readonly theirs: Item;
  readonly mine: ItemChange;
  readonly clashes: readonly Clash[];
}

/** What somebody changed between two readings of an item. */
export function changedFields(before: Item, after: Item): readonly Field[] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

/** The conflict between a change meant for `before` and what is stored now; null when they do not touch. */
export function conflictOf(before: Item, theirs: Item, mine: ItemChange): Conflict | null {
  const clashes = changedFields(before, theirs).flatMap((field): Clash[] => {
    const wanted = mine[field];
    if (wanted === undefined || wanted === theirs[field]) return [];
    return [{ field, theirs: theirs[field], mine: wanted }];
  });
  return clashes.length ? { theirs, mine, clashes } : null;
}

/** What of a change is still to be done. */
export function remaining(item: Item, change: ItemChange): ItemChange | null {
  const left = FIELDS.filter((field) => change[field] !== undefined && change[field] !== item[field]);
  return left.length ? Object.fromEntries(left.map((field) => [field, change[field]])) : null;
}
