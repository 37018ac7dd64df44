import type { SimilarItem } from '@libs/contract';
import { titleRule } from '@libs/feedback';
import { codePoints, type Issue } from '@libs/kernel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchData } from '../requests/client';
import { SIMILAR_ITEMS } from './item-cache';

/** Waits before a request, because people type, and move through a list with the keyboard. */
const DELAY_MS = 300;
/** Items below this score are rarely duplicates (similar.md 3). */
export const SHOWN_SCORE = 0.35;
/** With fewer characters, most items would be similar. */
const MIN_TITLE = 2;
const FRESH_MS = 60_000;

const NONE: readonly SimilarItem[] = [];

/** Items that are similar to an item; none without an item. */
export function useSimilarItems(item: Pick<SimilarItem, 'id' | 'title'> | undefined): readonly SimilarItem[] {
  const { id = '', title } = item ?? {};
  const { data = NONE } = useQuery({
    queryKey: [...SIMILAR_ITEMS, id, title],
    queryFn: ({ signal }) => read(`feedback/${encodeURIComponent(id)}/similar`, signal),
    enabled: item !== undefined,
    // While the items for a changed title load, the old ones stay.
    placeholderData: (items, query) => (query?.queryKey[2] === id ? items : undefined),
    staleTime: FRESH_MS,
    retry: false,
  });
  return data;
}

/** Items that are similar to a title while someone types it. A newer title cancels the request. */
export function useItemsSimilarTo(title: string): readonly SimilarItem[] {
  const text = title.trim();
  const isEnabled = codePoints(text) >= MIN_TITLE && isTitle(text);
  const { data = NONE } = useQuery({
    queryKey: [...SIMILAR_ITEMS, null, text],
    queryFn: ({ signal }) =>
      read(`feedback/similar?${new URLSearchParams({ title: text }).toString()}`, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isEnabled ? data : NONE;
}

async function read(path: string, signal: AbortSignal): Promise<readonly SimilarItem[]> {
  await delay(DELAY_MS, signal);
  const items = await fetchData<readonly SimilarItem[]>('GET', path, { signal });
  return items.filter(({ score }) => score >= SHOWN_SCORE);
}

function isTitle(text: string): boolean {
  const issues: Issue[] = [];
  titleRule.read(text, 'title', issues);
  return issues.length === 0;
}

const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
