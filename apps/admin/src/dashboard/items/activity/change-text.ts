import type { Actor, HistoryChange, Item } from '@libs/contract';
import { t } from '../../../messages';

const texts = t.activity;

type Values = HistoryChange['changes'][string];

/** What a change of one field is, after the name of the actor. @param ownId the ID of the signed-in person */
export function fieldText(name: string, values: Values, actor: Actor, ownId: string | undefined): string {
  if (name === 'assignee') return assignmentText(values.to as Item['assignee'], actor, ownId);
  if (name === 'tags') return tagsText(values.from as readonly string[], values.to as readonly string[]);
  return texts.fields[name] ?? texts.otherField(name);
}

function assignmentText(to: Item['assignee'], actor: Actor, ownId: string | undefined): string {
  if (to === null) return texts.unassigned;
  if (to.id === actor.id) return to.id === ownId ? texts.assignedToYourself : texts.assignedToThemselves;
  return to.id === ownId ? texts.assignedToYou : texts.assigned(to.name);
}

function tagsText(from: readonly string[], to: readonly string[]): string {
  const without = (tags: readonly string[], others: readonly string[]) =>
    tags.filter((tag) => !others.includes(tag));
  const [added, removed] = [without(to, from), without(from, to)];
  const parts = [
    ...(added.length > 0 ? [texts.addedTags(added)] : []),
    ...(removed.length > 0 ? [texts.removedTags(removed)] : []),
  ];
  return parts.length > 0 ? parts.join(` ${texts.and} `) : texts.otherField('tags');
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
