import type { ChangelogEntry, ChangelogPreview, EntryChange, NewEntry, UnusedCard } from '@libs/contract';
import { ENTRY_ITEMS_MAX, ENTRY_TEXT_MAX, plainMarkdown, TITLE_MAX } from '@libs/feedback';
import { codePoints, hasVisible, trimmed } from '@libs/kernel';
import { t } from '../../../messages';
import { fieldErrors } from '../../../ui/error-messages';
import type { DraftErrors } from '../../../ui/pages/use-settings-draft';

const texts = t.changelog.entry;

/** What members edit of an entry. */
export type EntryDraft = Pick<ChangelogEntry, 'title' | 'text' | 'items'>;

export const toDraft = ({ title, text, items }: ChangelogEntry): EntryDraft => ({ title, text, items });

/** The fields that the draft changes; empty if none. */
export function changedFields(draft: EntryDraft, saved: ChangelogEntry): EntryChange {
  const next = { ...draft, title: trimmed(draft.title) };
  const names = Object.keys(next) as (keyof EntryDraft)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(next[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, next[name]]),
  );
}

/** A change without items that were deleted meanwhile. @param known items that exist; undefined if that is not known */
export function withKnownItems(
  { items, ...change }: EntryChange,
  known: ChangelogPreview['items'] | undefined,
): EntryChange {
  if (items === undefined) return change;
  return { ...change, items: known ? items.filter((id) => known.some((item) => item.id === id)) : items };
}

export function draftErrors({ title, text }: Pick<EntryDraft, 'title' | 'text'>): DraftErrors<EntryDraft> {
  const isTitleLong = codePoints(trimmed(title)) > TITLE_MAX;
  return {
    ...(!hasVisible(title) && { title: texts.required }),
    ...(isTitleLong && { title: texts.tooLong(TITLE_MAX) }),
    ...(codePoints(text) > ENTRY_TEXT_MAX && { text: texts.tooLong(ENTRY_TEXT_MAX) }),
  };
}

/** The error messages for the fields that the service rejected; null if there are none. That of an item is for `items`. */
export function rejectedFields(error: unknown): DraftErrors<EntryDraft> | null {
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([name, text]) =>
      name.startsWith('items[') ? ['items', texts.itemDeleted] : [name, text],
    ),
  );
  return Object.keys(errors).length > 0 ? errors : null;
}

/** The text about cards: what visitors know of them. */
export const textOfCards = (cards: readonly UnusedCard[]): string =>
  cards
    .map(({ title, text }) =>
      [`**${plainMarkdown(title)}**`, ...(text ? [plainMarkdown(text)] : [])].join('\n\n'),
    )
    .join('\n\n');

/** The fields of a draft with cards added. */
export const withCards = (
  { text, items }: Pick<EntryDraft, 'text' | 'items'>,
  cards: readonly UnusedCard[],
): Pick<EntryDraft, 'text' | 'items'> => ({
  text: [text.trimEnd(), textOfCards(cards)].filter(Boolean).join('\n\n'),
  items: [...items, ...cards.map(({ id }) => id)],
});

/** Those of the cards that a draft has room for, from the first one. */
export function fittingCards(
  cards: readonly UnusedCard[],
  draft: Pick<EntryDraft, 'text' | 'items'>,
): readonly UnusedCard[] {
  const fitting: UnusedCard[] = [];
  let used = codePoints(draft.text);
  for (const card of cards) {
    const needed = codePoints(`\n\n${textOfCards([card])}`);
    const isFull = draft.items.length + fitting.length >= ENTRY_ITEMS_MAX || used + needed > ENTRY_TEXT_MAX;
    if (isFull) continue;
    fitting.push(card);
    used += needed;
  }
  return fitting;
}

/** A new entry about cards. With one card, it has its title. @param now decides the month in the title */
export function entryOfCards(cards: readonly UnusedCard[], now: Date): NewEntry {
  const items = cards.map(({ id }) => id);
  const [only, ...others] = cards;
  if (only && others.length === 0) return { title: only.title, text: plainMarkdown(only.text ?? ''), items };
  const month = now.toLocaleString('en', { month: 'long', year: 'numeric' });
  return { title: t.changelog.shipped.entryTitle(month), text: textOfCards(cards), items };
}
