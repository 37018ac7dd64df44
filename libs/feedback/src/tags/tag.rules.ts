import {
  arrayRule,
  folded,
  invalidValue,
  lineRule,
  optional,
  throwIfInvalid,
  tooManyItems,
  unstorableField,
  type Rule,
} from '@libs/kernel';

/** Maximum length of a name, in code points (tags.md 1). */
export const TAG_NAME_MAX = 40;

/** Maximum number of tags of an item, and of a filter. */
export const ITEM_TAGS_MAX = 20;

/** Names with the same key are the same tag. */
export const tagKey = (name: string): string => folded(name);

const SEPARATOR = /[,;]/;
const line = lineRule(TAG_NAME_MAX);

/** One line without the characters that separate names in filters and files. */
export const tagNameRule: Rule<string> = {
  schema: { ...line.schema, pattern: '^[^,;]*$' },
  read(value, param, issues) {
    const before = issues.length;
    const name = line.read(value, param, issues);
    const [separator] = SEPARATOR.exec(name) ?? [];
    if (issues.length === before && separator) issues.push(unstorableField(param, separator));
    return name;
  },
};

const names = arrayRule(tagNameRule, ITEM_TAGS_MAX);

/** The tags of an item, without duplicates and in alphabetical order. */
export const tagsRule: Rule<readonly string[]> = {
  ...names,
  read: (value, param, issues) => sortedTags(names.read(value, param, issues)),
};

const DEMAND = `must be 1 to ${ITEM_TAGS_MAX} names of tags, separated by commas`;

/** Names in a query parameter, separated by commas. */
export const tagFilterRule: Rule<readonly string[]> = {
  schema: { type: 'string', minLength: 1 },
  demand: DEMAND,
  read(value, param, issues) {
    return tagsRule.read(typeof value === 'string' ? value.split(',') : value, param, issues);
  },
};

/** The tags of an imported item: an array, or text with names that commas or semicolons separate. */
export const importedTagsRule: Rule<readonly string[]> = {
  ...tagsRule,
  read(value, param, issues) {
    const names =
      typeof value === 'string' ? value.split(SEPARATOR).filter((name) => name.trim() !== '') : value;
    return tagsRule.read(names, param, issues);
  },
};

/** Sorts names by their keys, in the order of code points. Of names with the same key, keeps the first one. */
export function sortedTags(names: readonly string[]): readonly string[] {
  if (names.length === 0) return NO_TAGS;
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  return [...byKey].sort(([a], [b]) => compareCodePoints(a, b)).map(([, name]) => name);
}

/** The tags of an item without tags: one array for all of them. */
export const NO_TAGS: readonly string[] = Object.freeze([]);

/** As PostgreSQL's collation C on UTF-8. UTF-16 orders characters above U+FFFF before some others. */
function compareCodePoints(a: string, b: string): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return rankOf(x) - rankOf(y);
  }
  return a.length - b.length;
}
const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
const rankOf = (unit: number) => (isSurrogate(unit) ? unit + 0x10000 : unit);

/** Whether two sorted lists have the same tags. */
export const areSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, i) => tagKey(name) === tagKey(b[i]!));

/** Fields of a change that add tags to those of the item, and remove some of them. */
export const TAG_CHANGES = { add_tags: optional(tagsRule), remove_tags: optional(tagsRule) };

/** Rejects names to add or to remove beside the whole set. */
export const withTagChanges = <R extends Rule<TagsOfLine>>(rule: R): R => ({
  ...rule,
  read(value, param, issues) {
    const line = rule.read(value, param, issues);
    for (const name of ['add_tags', 'remove_tags'] as const) {
      if (line.tags !== undefined && line[name] !== undefined)
        issues.push(invalidValue(param === '' ? name : `${param}.${name}`, 'must not be combined with tags'));
    }
    return line;
  },
});

/** Tags of a change: the whole set, or names to add and to remove. */
export interface TagsOfLine {
  readonly tags?: readonly string[] | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
}

/** Whether the new tags depend on those of the item. */
export const changesTags = ({ add_tags: added, remove_tags: removed }: TagsOfLine): boolean =>
  added !== undefined || removed !== undefined;

/** Returns the tags after a line of a batch; undefined if it doesn't mention tags. Adds after it removes. */
export function tagsAfter(current: readonly string[], line: TagsOfLine): readonly string[] | undefined {
  const { tags, add_tags: added = NO_TAGS, remove_tags: removed = NO_TAGS } = line;
  if (tags !== undefined) return tags;
  if (added.length + removed.length === 0) return undefined;
  const removedKeys = new Set(removed.map(tagKey));
  return sortedTags([...current.filter((name) => !removedKeys.has(tagKey(name))), ...added]);
}

/** @throws DomainError `validation` if an item would have too many tags. @param param path of the added names */
export function assertFewTags(tags: readonly string[] | undefined, param: string): void {
  if (tags && tags.length > ITEM_TAGS_MAX) throwIfInvalid([tooManyItems(param, ITEM_TAGS_MAX)]);
}
