import type { Item } from '@libs/contract';
import { createContext, use, useState, type ReactNode } from 'react';
import { t } from '../../../messages';
import { isFoundByDuplicate, type ListParams } from '../../api/items/item-lists';
import styles from './duplicates.module.css';

type Search = Pick<ListParams, 'q' | 'submitter_email'>;
const SearchContext = createContext<Search>({});

interface Props {
  /** Stays the same object until the list changes. */
  readonly params: Search;
  /** Whether the items are still those of the previous list. */
  readonly isPlaceholderData: boolean;
  readonly children: ReactNode;
}

/** Tells the items of a list which search found them. */
export function FoundBySearch({ params, isPlaceholderData, children }: Props) {
  const [search, setSearch] = useState(params);
  if (!isPlaceholderData && search !== params) setSearch(params);
  return <SearchContext value={search}>{children}</SearchContext>;
}

/** Says why an item is in a list if only its duplicates match the search or the submitter. */
export function FoundInMerged({ item }: { readonly item: Item }) {
  if (!isFoundByDuplicate(item, use(SearchContext))) return null;
  return <span className={`truncate ${styles.found}`}>{t.duplicates.foundInMerged}</span>;
}
