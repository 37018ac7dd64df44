import type { Item, ItemChange } from '@libs/contract';

export type EditableField = 'title' | 'description' | 'status';
const EDITABLE_FIELDS: readonly EditableField[] = ['status', 'title', 'description'];

/** One field two people had their hands on: what it was, what somebody made of it meanwhile, what is wanted here. */
export interface FieldConflict {
  readonly field: EditableField;
  readonly theirs: string | null;
  readonly mine: string | null;
}

/** A change that would have overwritten somebody else's; nothing has been written. */
export interface Conflict {
  readonly theirs: Item;
  readonly mine: ItemChange;
  readonly fields: readonly FieldConflict[];
}

/** What somebody changed between two readings of an item. */
export function changedFields(before: Item, after: Item): readonly EditableField[] {
  return EDITABLE_FIELDS.filter((field) => before[field] !== after[field]);
}

/** The conflict between a change meant for `before` and what is stored now; null when they do not touch. */
export function findConflict(before: Item, theirs: Item, mine: ItemChange): Conflict | null {
  const fields = changedFields(before, theirs).flatMap((field): FieldConflict[] => {
    const mineValue = mine[field];
    if (mineValue === undefined || mineValue === theirs[field]) return [];
    return [{ field, theirs: theirs[field], mine: mineValue }];
  });
  return fields.length ? { theirs, mine, fields } : null;
}

/** What of a change is still to be done. */
export function remainingChange(item: Item, change: ItemChange): ItemChange | null {
  const fields = EDITABLE_FIELDS.filter(
    (field) => change[field] !== undefined && change[field] !== item[field],
  );
  return fields.length ? Object.fromEntries(fields.map((field) => [field, change[field]])) : null;
}
