import type { Item } from '@libs/contract';
import { valuesOf, type CardValues } from '../card-texts';

/** Unsaved values of a card, with the item as it was when they were typed. */
interface CardDraft {
  readonly base: Item;
  readonly values: CardValues;
}

/** By item ID. They survive the dialog; before a reload discards them, the browser asks. */
const drafts = new Map<string, CardDraft>();

export const cardDraft = (id: string): CardDraft | undefined => drafts.get(id);

export function setCardDraft(base: Item, values: CardValues): void {
  const { title, text } = valuesOf(base);
  if (values.title === title && values.text === text) drafts.delete(base.id);
  else drafts.set(base.id, { base, values });
}

export const discardCardDraft = (id: string): void => void drafts.delete(id);

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
