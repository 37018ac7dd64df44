import { Store } from '../../../ui/store';

/** Unsent notes by item. They survive the panel and the page; before a reload discards them, the browser asks. */
export const noteDrafts = new Store<ReadonlyMap<string, string>>(new Map());

export function setNoteDraft(itemId: string, text: string): void {
  const drafts = new Map(noteDrafts.get());
  if (text === '') drafts.delete(itemId);
  else drafts.set(itemId, text);
  noteDrafts.set(drafts);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (noteDrafts.get().size) event.preventDefault();
});
