import type { Item, ItemChange } from '@libs/contract';

export type EditableField = 'title' | 'description' | 'status';
const EDITABLE_FIELDS: readonly EditableField[] = ['status', 'title', 'description'];

/** A field that two people changed: its original value, the stored value, and the value to save. */
export interface FieldConflict {
  readonly field: EditableField;
  readonly theirs: string | null;
  readonly mine: string | null;
}

/** A change that would overwrite someone else's; nothing was saved. */
export interface Conflict {
  readonly theirs: Item;
  readonly mine: ItemChange;
  readonly fields: readonly FieldConflict[];
}

/** The fields that differ between two reads of an item. */
export function changedFields(before: Item, after: Item): readonly EditableField[] {
  return EDITABLE_FIELDS.filter((field) => before[field] !== after[field]);
}

/** The conflict between a change based on `before` and the stored item; null if they change different fields. */
export function findConflict(before: Item, theirs: Item, mine: ItemChange): Conflict | null {
  const fields = changedFields(before, theirs).flatMap((field): FieldConflict[] => {
    const myValue = mine[field];
    if (myValue === undefined || myValue === theirs[field]) return [];
    return [{ field, theirs: theirs[field], mine: myValue }];
  });
  return fields.length ? { theirs, mine, fields } : null;
}

/** The part of a change that is not yet stored. */
export function remainingChange(item: Item, change: ItemChange): ItemChange | null {
  const fields = EDITABLE_FIELDS.filter(
    (field) => change[field] !== undefined && change[field] !== item[field],
  );
  return fields.length ? Object.fromEntries(fields.map((field) => [field, change[field]])) : null;
}
