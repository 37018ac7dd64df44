import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState, type Ref } from 'react';
import type { NavigateOptions } from 'react-router';
import { t } from '../../../messages';
import { toSearchQuery } from './item-filter';
import styles from '../items.module.css';

interface Props {
  /** The search text in the URL. */
  readonly q: string;
  readonly ref: Ref<HTMLInputElement>;
  /** @param options of the navigation to the URL with the text */
  onSearch(q: string, options: NavigateOptions): void;
  /** Called when the user is done typing, to focus the results. */
  onLeave(): void;
}

/** Pause in typing before the search starts. */
const DEBOUNCE_MS = 180;

/** Searches while the user types. Follows the URL when something else changes it (Back, a link). */
export function SearchField({ q, ref, onSearch, onLeave }: Props) {
  const [text, setText] = useState(q);
  const [lastQuery, setLastQuery] = useState(q);
  /** Searches that the URL does not have yet, in their order: the user can type meanwhile. */
  const [started, setStarted] = useState<readonly string[]>([]);
  if (lastQuery !== q) {
    const place = started.indexOf(q);
    setLastQuery(q);
    setStarted(place < 0 ? [] : started.slice(place + 1));
    if (place < 0 && toSearchQuery(text) !== q) setText(q);
  }
  const start = (query: string) => {
    if (query === (started.at(-1) ?? q)) return;
    setStarted([...started, query]);
    // Not a transition: each further letter would postpone it. All of a search is one entry of the history.
    onSearch(query, { replace: q !== '', flushSync: true });
  };
  // Reads the text when it is called, because a link may have replaced it.
  const search = useDebouncedCallback(() => start(toSearchQuery(text)), DEBOUNCE_MS);
  const searchNow = (next: string) => {
    search.cancel();
    setText(next);
    start(toSearchQuery(next));
  };
  return (
    <TextInput
      ref={ref}
      className={styles.search}
      type="search"
      name="q"
      autoComplete="off"
      aria-label={t.items.search}
      placeholder={t.items.searchPlaceholder}
      leftSection={<Search size={15} />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t.items.clearSearch} onClick={() => searchNow('')} />
      }
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
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
