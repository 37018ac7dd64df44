import { longerThan } from '@libs/kernel';
import type { Item, UpdateArguments } from './feedback-tools';

/** Most of a description that a list returns, in code points. */
export const DESCRIPTION_SHOWN = 200;

interface Described {
  readonly description?: string | null;
}

/** The same with a short description, and a marker if it was cut. */
export function shortened<T extends Described>(given: T): T & { readonly description_truncated?: true } {
  const { description } = given;
  if (!description || !longerThan(description, DESCRIPTION_SHOWN)) return given;
  // 200 code points are at most 400 UTF-16 units.
  const start = [...description.slice(0, 2 * DESCRIPTION_SHOWN)].slice(0, DESCRIPTION_SHOWN).join('');
  return { ...given, description: start, description_truncated: true };
}

/** An updated item without the fields that the update left alone. */
export function changesOf({ title, description, status }: UpdateArguments, item: Item) {
  return shortened({
    id: item.id,
    ...(title !== undefined && { title: item.title }),
    ...(description !== undefined && { description: item.description }),
    ...(status !== undefined && { status: item.status }),
    updated_at: item.updated_at,
  });
}
