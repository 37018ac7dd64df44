import type { Item, MemberEntry } from '@libs/contract';

/** A member, or null for no one. */
export type AssigneeChoice = Pick<MemberEntry, 'id' | 'name' | 'email'> | null;

/**
 * The choices for a search text: the signed-in member first, the others by name, and no one last.
 * @param hasMore whether the edit changes items that are not in `items`
 */
export function assigneeChoices(
  members: readonly Pick<MemberEntry, 'id' | 'name' | 'email'>[],
  items: readonly Item[],
  text: string,
  me: string | undefined,
  hasMore = false,
): readonly AssigneeChoice[] {
  const wanted = text.trim().toLowerCase();
  const found = members
    .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.id === me) - Number(a.id === me) || a.name.localeCompare(b.name));
  const canUnassign = wanted === '' && (hasMore || items.some(({ assignee }) => assignee !== null));
  return canUnassign ? [...found, null] : found;
}
