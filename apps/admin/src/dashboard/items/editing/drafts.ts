import type { Item, ItemChange } from '@libs/contract';
import { Store } from '../store';

export type TextField = 'title' | 'description';

/** What somebody typed and nobody has stored yet, with the item as it was when the typing began. */
export interface Draft {
  readonly text: string;
  readonly base: Item;
  /** The text that was held against somebody else's, while nobody has decided between the two. */
  readonly conflictingText?: string;
}

/** Outlives the panel, the page and a new sign-in: only a load of the whole dashboard ends it, and that asks first. */
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

/** What was wanted clashes with what is stored: the drafts wait for somebody's decision. */
export function markUndecided(id: string, fields: readonly string[]): void {
  updateDrafts(id, fields, (draft) => ({ ...draft, conflictingText: draft.text }));
}

/** Somebody has decided for their own: the drafts stand upon what they are to replace. */
export function rebaseDrafts(base: Item, fields: readonly string[]): void {
  updateDrafts(base.id, fields, ({ text }) => ({ text, base }));
}

function updateDrafts(id: string, fields: readonly string[], change: (draft: Draft) => Draft): void {
  for (const field of TEXT_FIELDS.filter((text) => fields.includes(text))) {
    const draft = findDraft(drafts.get(), id, field);
    if (draft) setDraft(id, field, change(draft));
  }
}

/** A change has been stored, by whichever way: what was typed for it is no draft any more, and more is typed upon it. */
export function updateStoredDrafts(item: Item, change: ItemChange): void {
  const fields = TEXT_FIELDS.filter((field) => change[field] !== undefined);
  rebaseDrafts(item, fields);
  const isStored = (field: TextField) =>
    findDraft(drafts.get(), item.id, field)?.text === (change[field] ?? '');
  discardDrafts(item.id, fields.filter(isStored));
}
const TEXT_FIELDS: readonly TextField[] = ['title', 'description'];

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size) event.preventDefault();
});
