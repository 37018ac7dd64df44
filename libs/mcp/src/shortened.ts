import { longerThan } from '@libs/kernel';
import type { BatchOutcome } from './feedback-tools';

/** Most of a description that a list returns, in code points. */
export const DESCRIPTION_SHOWN = 200;

interface Described {
  readonly [name: string]: unknown;
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

/** The items of a batch with the fields that it changed. */
export function changesOf({ items, changed }: BatchOutcome) {
  const fields = new Map(changed.map((one) => [one.id, one.fields]));
  return items.map((item) => {
    const values = Object.fromEntries((fields.get(item.id) ?? []).map((name) => [name, item[name]]));
    return shortened<Described>({ id: item.id, ...values, updated_at: item.updated_at });
  });
}
