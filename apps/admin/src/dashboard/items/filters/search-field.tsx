import { CloseButton, Input } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState, type Ref } from 'react';
import type { NavigateOptions } from 'react-router';
import { t } from '../../../messages';
import { currentParams, readFilter, toSearchQuery } from './item-filter';
import styles from '../items.module.css';

interface Props {
  /** The search text in the URL. */
  readonly q: string;
  readonly ref: Ref<HTMLInputElement>;
  /** @param options of the navigation to the URL with the text */
  onSearch(q: string, options: NavigateOptions): void;
  /** Called shortly before, to load the results. */
  onPrepare?(q: string): void;
  /** Called when the user is done typing, to focus the results. */
  onLeave(): void;
}

/** Pause in typing before the results are shown. To show them takes longer than to load them. */
const DEBOUNCE_MS = 160;
/** Pause in typing before they are loaded. */
const PREPARE_MS = 60;

/** Searches while the user types. Follows the URL when something else changes it (Back, a link). */
export function SearchField({ q, ref, onSearch, onPrepare, onLeave }: Props) {
  const [path] = useState(() => window.location.pathname);
  const [text, setText] = useState(q);
  const [shownQuery, setShownQuery] = useState(q);
  /** The last text that this field has searched for. Its results can be on their way. */
  const [searched, setSearched] = useState(q);
  if (shownQuery !== q) {
    setShownQuery(q);
    if (searched !== q) {
      setSearched(q);
      setText(q);
    }
  }
  const start = (next: string, options?: NavigateOptions) => {
    const query = toSearchQuery(next);
    const { q: current } = readFilter(currentParams());
    if (query === current) return;
    setSearched(query);
    onSearch(query, { replace: current !== '', ...options });
  };
  const search = useDebouncedCallback(() => {
    const { q: current } = readFilter(currentParams());
    const isLeft = window.location.pathname !== path || (current !== q && current !== searched);
    // Back or a link, which is not rendered yet, replaces the text.
    if (!isLeft) start(text);
  }, DEBOUNCE_MS);
  const prepare = useDebouncedCallback(() => {
    const query = toSearchQuery(text);
    if (query !== '' && query !== q) onPrepare?.(query);
  }, PREPARE_MS);
  const searchNow = (next: string) => {
    search.cancel();
    setText(next);
    // The list that gets the focus is that of the results.
    start(next, { flushSync: true });
  };
  return (
    <Input
      ref={ref}
      className={styles.search}
      type="search"
      name="q"
      autoComplete="off"
      aria-label={t.items.search}
      placeholder={t.items.searchPlaceholder}
      leftSection={<Search size={15} />}
      rightSectionPointerEvents="auto"
      rightSection={
        text && <CloseButton size="sm" aria-label={t.items.clearSearch} onClick={() => searchNow('')} />
      }
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        prepare();
        search();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          searchNow(text);
          onLeave();
        } else if (event.key === 'Escape') {
          event.preventDefault();
          if (text) searchNow('');
          else onLeave();
        }
      }}
    />
  );
}
