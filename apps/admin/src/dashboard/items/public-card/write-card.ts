import type { Item } from '@libs/contract';
import type { CardTexts } from '@libs/feedback';
import { hasTexts, isSamePublication } from './card-texts';

/** Someone else has changed the card since it was read; nothing was saved. */
export class CardConflict extends Error {
  constructor(readonly current: Item) {
    super('The public card has changed');
  }
}

export interface CardRequests {
  /** Rejects if the stored item has another version. @param texts null ends the card */
  send(item: Item, texts: CardTexts | null): Promise<Item>;
  read(id: string): Promise<Item>;
  isStale(error: unknown): boolean;
}

/**
 * Publishes the item, or changes or ends its card. If others have changed anything but the card, it is sent again for
 * the new version.
 * @throws CardConflict
 */
export async function writeCard(
  { send, read, isStale }: CardRequests,
  item: Item,
  texts: CardTexts | null,
): Promise<Item> {
  let base = item;
  for (;;) {
    try {
      return await send(base, texts);
    } catch (error) {
      if (!isStale(error)) throw error;
      const current = await read(item.id);
      // An earlier request was stored, and its response was lost.
      if (hasTexts(current.public, texts)) return current;
      if (!isSamePublication(current.public, item.public)) throw new CardConflict(current);
      if (current.version === base.version) throw error;
      base = current;
    }
  }
}
