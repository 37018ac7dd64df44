import type { ItemField } from '@libs/feedback';
import { ToolFailure, type FeedbackTools, type Item, type ListArguments } from './feedback-tools';
import { compact, listed, shortened } from './shortened';

interface Arguments extends ListArguments {
  readonly similar_to?: string | undefined;
  readonly fields?: readonly ItemField[] | undefined;
}

/** Runs `list_feedback`. @throws ToolFailure `validation_error` for filters of similar items */
export async function listOrSimilar(tools: FeedbackTools, { similar_to, fields, ...query }: Arguments) {
  const shown = (item: Item) => (fields ? chosen(shortened(compact(item)), fields) : listed(compact(item)));
  if (similar_to === undefined) {
    const { items, next_cursor } = await tools.list(query);
    return { items: items.map(shown), next_cursor };
  }
  const { limit: _, ...filters } = query;
  assertAlone(filters, 'similar_to');
  const similar = await tools.similarTo(similar_to);
  return { items: similar.slice(0, query.limit).map(shown), next_cursor: null };
}

/** @throws ToolFailure `validation_error` if there are other arguments */
export function assertAlone(others: object, argument: string): void {
  const [name] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw new ToolFailure(
      'validation_error',
      `Invalid value for ${name}: must not be combined with ${argument}`,
    );
}

/** Always shown: without the ID, a model cannot change the item. */
const ALWAYS = ['id', 'score'];

/** Returns the chosen members of an item. */
function chosen(item: Readonly<Record<string, unknown>>, fields: readonly ItemField[]) {
  const names: readonly string[] = [...ALWAYS, ...fields];
  const isShown = (name: string) =>
    names.includes(name) || (name === 'description_truncated' && names.includes('description'));
  return Object.fromEntries(Object.entries(item).filter(([name]) => isShown(name)));
}
