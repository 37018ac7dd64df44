import type { Item } from '@libs/contract';
import type { ListParams } from '../../api/items/item-lists';
import { useFirstItems } from '../../api/items/item-queries';
import { useSimilarItems } from '../../api/items/similar-queries';
import { t } from '../../../messages';
import { byRequests } from './merge-edits';

/** What the dialog shows of an item to merge into. */
export type Target = Omit<Item, 'version'>;

/** The items to merge: these, or all of a list, of which these are loaded. */
export interface MergeSource {
  readonly items: readonly Item[];
  readonly list?: Omit<ListParams, 'sort'> | null;
}

interface Suggestions {
  readonly title: string;
  readonly targets: readonly Target[];
  readonly isPending: boolean;
}

/** Targets to choose from before a search: of several items, one of them, best first; for one item, similar ones. */
export function useSuggestedTargets({ items, list = null }: MergeSource): Suggestions {
  const [only, ...others] = items;
  const isMany = list !== null || others.length > 0;
  const similar = useSimilarItems(isMany ? undefined : only);
  // Of items with as many requests, the oldest is wanted, so the first ones by requests aren't enough.
  const mostRequested = useFirstItems(list && { ...list, sort: '-request_count' });
  const oldest = useFirstItems(list && { ...list, sort: 'created_at' });
  if (!isMany) return { title: t.items.similar.title, targets: similar, isPending: false };
  const isPending = list !== null && (mostRequested.isPending || oldest.isPending);
  const known = list === null ? items : [...(mostRequested.data ?? []), ...(oldest.data ?? [])];
  const targets = [...new Map(known.map((item) => [item.id, item])).values()].sort(byRequests);
  return { title: t.duplicates.selected, targets: isPending ? [] : targets, isPending };
}
