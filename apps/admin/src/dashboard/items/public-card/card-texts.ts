import type { Item } from '@libs/contract';
import { PUBLIC_TEXT_MAX, type CardTexts } from '@libs/feedback';
import { codePoints, hasVisible, trimmed } from '@libs/kernel';
import { t } from '../../../messages';
import { textError } from '../editing/use-text-draft';

/** The fields of the dialog. */
export interface CardValues {
  readonly title: string;
  readonly text: string;
}

/** The values of an item's card. Both are empty without a card: nothing is copied from the item (public.md 3). */
export const valuesOf = ({ public: card }: Pick<Item, 'public'>): CardValues => ({
  title: card?.title ?? '',
  text: card?.text ?? '',
});

/** What is sent. */
export const textsOf = ({ title, text }: CardValues): CardTexts => ({
  title: trimmed(title),
  text: hasVisible(text) ? text : null,
});

export const cardErrors = ({ title, text }: CardValues) => ({
  title: textError('title', title),
  text: codePoints(text) > PUBLIC_TEXT_MAX ? t.items.errors.too_long(PUBLIC_TEXT_MAX) : null,
});

type Card = Item['public'];

/** Whether both are the same publication with the same texts, or both are absent. URLs can differ after a change of the slug. */
export const isSamePublication = (a: Card, b: Card): boolean =>
  a?.title === b?.title && a?.text === b?.text && a?.published_at === b?.published_at;

/** @param texts null if there is no card */
export const hasTexts = (card: Card, texts: CardTexts | null): boolean =>
  card?.title === texts?.title && (card?.text ?? null) === (texts?.text ?? null);
