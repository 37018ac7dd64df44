import type { Item, ItemChange } from '@libs/contract';
import { Store } from '../../../ui/store';

/** A change that was stored: the item before and after it, and the fields that someone else changed in between. */
interface StoredChange {
  readonly before: Item;
  readonly item: Item;
  readonly changedByOthers: readonly string[];
}

export type TextField = 'title' | 'description';

/** Unsaved text, with the item as it was when editing began. */
export interface Draft {
  readonly text: string;
  readonly base: Item;
  /** The text that conflicts with another user's change, until the user has decided. */
  readonly conflictingText?: string;
}

/** Survives the panel, the page, and a new sign-in. Only a reload discards drafts, and the browser asks first. */
export const drafts = new Store<ReadonlyMap<string, Draft>>(new Map());

const draftKey = (id: string, field: TextField) => `${id} ${field}`;
export const findDraft = (all: ReadonlyMap<string, Draft>, id: string, field: TextField) =>
  all.get(draftKey(id, field));

export function setDraft(id: string, field: TextField, draft: Draft): void {
  drafts.set(new Map(drafts.get()).set(draftKey(id, field), draft));
}

export function discardDrafts(id: string, fields: readonly string[]): void {
  const draftKeys = fields.map((field) => draftKey(id, field as TextField));
  drafts.set(new Map([...drafts.get()].filter(([key]) => !draftKeys.includes(key))));
}

/** Marks drafts that conflict with the stored item; the user must decide. */
export function markUndecided(id: string, fields: readonly string[]): void {
  updateDrafts(id, fields, (draft) => ({ ...draft, conflictingText: draft.text }));
}

/** Bases drafts on a newer version, which the user has decided to overwrite. */
export function rebaseDrafts(base: Item, fields: readonly string[]): void {
  updateDrafts(base.id, fields, ({ text }) => ({ text, base }));
}

function updateDrafts(id: string, fields: readonly string[], change: (draft: Draft) => Draft): void {
  for (const field of TEXT_FIELDS.filter((text) => fields.includes(text))) {
    const draft = findDraft(drafts.get(), id, field);
    if (draft) setDraft(id, field, change(draft));
  }
}

/**
 * After a change is stored, discards drafts with the stored text, and bases on the stored item the edited ones, and those
 * of other texts that no one else has changed.
 */
export function updateStoredDrafts(stored: StoredChange, change: ItemChange): void {
  const { item, before, changedByOthers } = stored;
  const fields = TEXT_FIELDS.filter((field) => change[field] !== undefined);
  const isOfVersionBefore = (field: TextField) =>
    changedByOthers.length === 0 && findDraft(drafts.get(), item.id, field)?.base.version === before.version;
  rebaseDrafts(item, [...fields, ...TEXT_FIELDS.filter(isOfVersionBefore)]);
  const isStored = (field: TextField) =>
    findDraft(drafts.get(), item.id, field)?.text === (change[field] ?? '');
  discardDrafts(item.id, fields.filter(isStored));
}
const TEXT_FIELDS: readonly TextField[] = ['title', 'description'];

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size) event.preventDefault();
});
