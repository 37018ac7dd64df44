import type { Tag } from './tag';
import { tagKey, type TagsOfLine } from './tag.rules';

/** Finds tags by their names, and may create the missing ones. */
export type FindTags = (names: readonly string[]) => Promise<readonly Tag[]>;

/** Replaces the names of tags in each line with the stored ones, which can differ in case. */
export async function withStoredTags<T extends TagsOfLine>(
  lines: readonly T[],
  findTags: FindTags,
): Promise<readonly T[]> {
  const kept = lines.flatMap(({ tags = [], add_tags: added = [] }) => [...tags, ...added]);
  if (kept.length === 0) return lines;
  const names = new Map((await findTags(kept)).map(({ name }) => [tagKey(name), name]));
  const stored = (name: string) => names.get(tagKey(name)) ?? name;
  return lines.map((line) => ({
    ...line,
    ...(line.tags && { tags: line.tags.map(stored) }),
    ...(line.add_tags && { add_tags: line.add_tags.map(stored) }),
  }));
}
