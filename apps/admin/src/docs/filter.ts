import type { Group } from './reference/reference';

/** The operations in which every word of the text occurs: in their name, method, path or group. */
export function filtered(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ id, summary, method, path, tag }) => {
        const all = `${id} ${summary} ${method} ${path} ${tag}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
