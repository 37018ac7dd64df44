import type { TellItem } from '../tell-target';

/** Texts that were written and not sent, by the IDs of the items. They survive the dialog. */
const drafts = new Map<string, string>();
const keyOf = (items: readonly TellItem[]) => items.map(({ id }) => id).join();

export const tellDraft = (items: readonly TellItem[]): string | undefined => drafts.get(keyOf(items));

export function setTellDraft(items: readonly TellItem[], text: string): void {
  if (text.trim() === '') drafts.delete(keyOf(items));
  else drafts.set(keyOf(items), text);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
