import type { Item, TagItem } from '@libs/contract';
import { hasTerms, TAG_NAME_MAX, tagKey } from '@libs/feedback';
import { trimmed } from '@libs/kernel';
import { hasTag } from './tag-edits';

/** How many of the items have a tag. */
export type TagState = 'all' | 'some' | 'none';

export interface TagChoice {
  readonly name: string;
  readonly state: TagState;
  readonly color: TagItem['color'];
  /** True if no tag has this name yet. */
  readonly isNew: boolean;
}

/**
 * The tags whose names contain the text: those of the items first. The last one is new, if no tag has the name.
 * @param toggled tags that were added to the items or removed from them since the items were read
 */
export function tagChoices(
  tags: readonly TagItem[],
  items: readonly Item[],
  text: string,
  toggled: ReadonlyMap<string, boolean>,
): readonly TagChoice[] {
  const name = trimmed(text);
  const key = tagKey(name);
  const found = tags.filter((tag) => hasTerms(tag.name, [key]));
  const choices = found.map((tag) => ({
    name: tag.name,
    color: tag.color,
    state: stateOf(tag.name, items, toggled),
    isNew: false,
  }));
  const ordered = [
    ...choices.filter(({ state }) => state !== 'none'),
    ...choices.filter(({ state }) => state === 'none'),
  ];
  const isKnown = tags.some((tag) => tagKey(tag.name) === key);
  if (isKnown || !isTagName(name)) return ordered;
  return [...ordered, { name, color: 'gray', state: stateOf(name, items, toggled), isNew: true }];
}

const isTagName = (name: string) => name !== '' && [...name].length <= TAG_NAME_MAX && !/[,;]/.test(name);

function stateOf(name: string, items: readonly Item[], toggled: ReadonlyMap<string, boolean>): TagState {
  const isAdded = toggled.get(tagKey(name));
  if (isAdded !== undefined) return isAdded ? 'all' : 'none';
  const count = items.filter((item) => hasTag(item, name)).length;
  return count === 0 ? 'none' : count === items.length ? 'all' : 'some';
}
