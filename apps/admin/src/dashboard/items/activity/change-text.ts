import type { Actor, HistoryChange, Item } from '@libs/contract';
import { t } from '../../../messages';
import { linkName } from '../web-links/link-edits';

const texts = t.activity;

type Values = HistoryChange['changes'][string];

/** What a change of one field is, after the name of the actor. @param ownId the ID of the signed-in person */
export function fieldText(name: string, values: Values, actor: Actor, ownId: string | undefined): string {
  if (name === 'assignee') return assignmentText(values.to as Item['assignee'], actor, ownId);
  if (name === 'tags') return tagsText(values);
  if (name === 'links') return linksText(values);
  if (name === 'public') return cardText(values);
  return texts.fields[name] ?? texts.otherField(name);
}

function assignmentText(to: Item['assignee'], actor: Actor, ownId: string | undefined): string {
  if (to === null) return texts.unassigned;
  if (to.id === actor.id) return to.id === ownId ? texts.assignedToYourself : texts.assignedToThemselves;
  return to.id === ownId ? texts.assignedToYou : texts.assigned(to.name);
}

function cardText({ from, to }: Values): string {
  const card = to as Item['public'];
  if (card === null) return texts.unpublished;
  return from === null ? texts.published(card.title) : texts.fields['public']!;
}

/** What a field was or is, to compare its texts. A public card is its title and text, as visitors see them. */
export function valueText(name: string, value: unknown): string {
  if (value === null || value === '') return texts.empty;
  if (name === 'public') {
    const { title, text } = value as NonNullable<Item['public']>;
    return text === null ? title : `${title}\n\n${text}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const tagsText = ({ from, to }: Values): string =>
  setText(from as readonly string[], to as readonly string[], texts.addedTags, texts.removedTags) ??
  texts.otherField('tags');

function linksText({ from, to }: Values): string {
  const [before, after] = [from as Item['links'], to as Item['links']];
  const names = new Map([...before, ...after].map((link) => [link.url, linkName(link)]));
  const named = (format: (names: readonly string[]) => string) => (urls: readonly string[]) =>
    format(urls.map((url) => names.get(url)!));
  const urlsOf = (links: Item['links']) => links.map(({ url }) => url);
  const text = setText(urlsOf(before), urlsOf(after), named(texts.addedLinks), named(texts.removedLinks));
  return text ?? texts.changedLinks;
}

/** What was added and removed; null if nothing was. */
function setText(
  from: readonly string[],
  to: readonly string[],
  addedText: (names: readonly string[]) => string,
  removedText: (names: readonly string[]) => string,
): string | null {
  const without = (names: readonly string[], others: readonly string[]) =>
    names.filter((name) => !others.includes(name));
  const [added, removed] = [without(to, from), without(from, to)];
  const parts = [
    ...(added.length > 0 ? [addedText(added)] : []),
    ...(removed.length > 0 ? [removedText(removed)] : []),
  ];
  return parts.length > 0 ? parts.join(` ${texts.and} `) : null;
}

/**
 * What a change without values is. The actor is left out if the text has it.
 */
export function summaryOf({ type, actor }: HistoryChange): {
  readonly text: string;
  readonly hasActor: boolean;
} {
  // Only an erasure has no values. A newer service can have other types.
  if (type !== 'created') return { text: type === 'updated' ? texts.erased : texts.updated, hasActor: false };
  if (actor.type === 'import') return { text: texts.imported, hasActor: true };
  return { text: actor.type === 'visitor' ? texts.submitted : texts.created, hasActor: false };
}
