import type { Item, ItemChange } from '@libs/contract';
import { Store } from '../store';

export type TextField = 'title' | 'description';

/** What somebody typed and nobody has stored yet, with the item as it was when the typing began. */
export interface Draft {
  readonly text: string;
  readonly base: Item;
  /** The text that was held against somebody else's, while nobody has decided between the two. */
  readonly undecided?: string;
}

/** Outlives the panel, the page and a new sign-in: only a load of the whole dashboard ends it, and that asks first. */
export const drafts = new Store<ReadonlyMap<string, Draft>>(new Map());

const keyOf = (id: string, field: TextField) => `${id} ${field}`;
export const draftOf = (all: ReadonlyMap<string, Draft>, id: string, field: TextField) =>
  all.get(keyOf(id, field));

export function keepDraft(id: string, field: TextField, draft: Draft): void {
  drafts.set(new Map(drafts.get()).set(keyOf(id, field), draft));
}

export function forgetDrafts(id: string, fields: readonly string[]): void {
  const gone = fields.map((field) => keyOf(id, field as TextField));
  drafts.set(new Map([...drafts.get()].filter(([key]) => !gone.includes(key))));
}

/** What was wanted clashes with what is stored: the drafts wait for somebody's decision. */
export function leaveUndecided(id: string, fields: readonly string[]): void {
  changeDrafts(id, fields, (draft) => ({ ...draft, undecided: draft.text }));
}

/** Somebody has decided for their own: the drafts stand upon what they are to replace. */
export function rebaseDrafts(base: Item, fields: readonly string[]): void {
  changeDrafts(base.id, fields, ({ text }) => ({ text, base }));
}

function changeDrafts(id: string, fields: readonly string[], change: (draft: Draft) => Draft): void {
  for (const field of TEXTS.filter((text) => fields.includes(text))) {
    const draft = draftOf(drafts.get(), id, field);
    if (draft) keepDraft(id, field, change(draft));
  }
}

/** A change has been stored, by whichever way: what was typed for it is no draft any more, and more is typed upon it. */
export function settleDrafts(stored: Item, change: ItemChange): void {
  const fields = TEXTS.filter((field) => change[field] !== undefined);
  rebaseDrafts(stored, fields);
  const isStored = (field: TextField) =>
    draftOf(drafts.get(), stored.id, field)?.text === (change[field] ?? '');
  forgetDrafts(stored.id, fields.filter(isStored));
}
const TEXTS: readonly TextField[] = ['title', 'description'];

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size) event.preventDefault();
});
