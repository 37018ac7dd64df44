import type { Item } from '@libs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useFirstItems } from '../../api/items/item-queries';
import { toSearchQuery } from '../../items/filters/item-filter';
import { useHiddenItems } from '../../items/mutations/item-mutations';

const DEBOUNCE_MS = 200;
const FOUND_MAX = 6;

interface FoundItems {
  /** The newest that match; none while the search for the text runs. */
  readonly items: readonly Item[];
  readonly isSearching: boolean;
  readonly isFailed: boolean;
}

/** Finds items by a text, as the inbox does. */
export function useFoundItems(text: string): FoundItems {
  const wanted = toSearchQuery(text);
  const [q] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const hidden = useHiddenItems();
  const search = useFirstItems(q === '' ? null : { q, sort: '-created_at' });
  if (wanted === '') return { items: [], isSearching: false, isFailed: false };
  const isSearching = q !== wanted || search.isPending || search.isPlaceholderData;
  const found = isSearching ? [] : (search.data ?? []).filter(({ id }) => !hidden.has(id));
  return { items: found.slice(0, FOUND_MAX), isSearching, isFailed: !isSearching && search.isError };
}
