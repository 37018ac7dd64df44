import { isUsual } from '@libs/feedback';
import { longerThan } from '@libs/kernel';
import type { BatchOutcome, Item } from './feedback-tools';

/** Maximum length of a description, or of another text, in a list, in code points. */
export const TEXT_SHOWN = 200;

interface Described {
  readonly [name: string]: unknown;
  readonly description?: string | null;
}

/** Removes fields that say nothing about this item: those with their usual value. They would cost a model tokens. */
export const compact = (item: Item): Described =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => !isUsual(name, value)));

/** An item of a list, without its links, its public card, and its context. */
export const listed = ({
  links: _links,
  public: _card,
  context: _context,
  ...item
}: Described & { readonly links?: unknown; readonly public?: unknown; readonly context?: unknown }) =>
  shortened<Described>(item);

/** Cuts a long description and adds `description_truncated: true`. */
export function shortened<T extends Described>(item: T): T & { readonly description_truncated?: true } {
  const { description } = item;
  if (!description || !longerThan(description, TEXT_SHOWN)) return item;
  return { ...item, description: startOf(description), description_truncated: true };
}

/** Returns the first 200 code points, which are at most 400 UTF-16 units. */
export const startOf = (text: string): string =>
  [...text.slice(0, 2 * TEXT_SHOWN)].slice(0, TEXT_SHOWN).join('');

/** Returns each item of a batch with its ID and the fields that the batch changed. */
export function changesOf({ items, changed }: BatchOutcome) {
  const fields = new Map(changed.map((one) => [one.id, one.fields]));
  return items.map((item) => {
    const values = Object.fromEntries((fields.get(item.id) ?? []).map((name) => [name, item[name]]));
    return shortened<Described>({ id: item.id, ...values });
  });
}
