import type { ChangelogEntry, EntryChange, NewEntry, UnusedCard } from '@libs/contract';
import { ENTRY_TEXT_MAX, plainMarkdown, TITLE_MAX } from '@libs/feedback';
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

export function draftErrors({ title, text }: Pick<EntryDraft, 'title' | 'text'>): DraftErrors<EntryDraft> {
  const isTitleLong = codePoints(trimmed(title)) > TITLE_MAX;
  return {
    ...(!hasVisible(title) && { title: texts.required }),
    ...(isTitleLong && { title: texts.tooLong(TITLE_MAX) }),
    ...(codePoints(text) > ENTRY_TEXT_MAX && { text: texts.tooLong(ENTRY_TEXT_MAX) }),
  };
}

/** The error messages for the fields that the service rejected; null if there are none. */
export function rejectedFields(error: unknown): DraftErrors<EntryDraft> | null {
  const errors = fieldErrors(error);
  return Object.keys(errors).length > 0 ? errors : null;
}

/** The text about cards: what visitors know of them. */
export const textOfCards = (cards: readonly UnusedCard[]): string =>
  cards
    .map(({ title, text }) =>
      [`**${plainMarkdown(title)}**`, ...(text ? [plainMarkdown(text)] : [])].join('\n\n'),
    )
    .join('\n\n');

/** A new entry about cards. With one card, it has its title. @param now decides the month in the title */
export function entryOfCards(cards: readonly UnusedCard[], now: Date): NewEntry {
  const items = cards.map(({ id }) => id);
  const [only, ...others] = cards;
  if (only && others.length === 0) return { title: only.title, text: plainMarkdown(only.text ?? ''), items };
  const month = now.toLocaleString('en', { month: 'long', year: 'numeric' });
  return { title: t.changelog.shipped.entryTitle(month), text: textOfCards(cards), items };
}
