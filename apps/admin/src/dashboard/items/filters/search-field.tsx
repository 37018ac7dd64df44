import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState, type Ref } from 'react';
import { t } from '../../../messages';
import { toSearchQuery } from './item-filter';
import styles from '../items.module.css';

interface Props {
  /** The search text in the URL. */
  readonly q: string;
  readonly ref: Ref<HTMLInputElement>;
  onSearch(q: string): void;
  /** Called when the user is done typing, to focus the results. */
  onLeave(): void;
}

/** Pause in typing before the search starts. */
const DEBOUNCE_MS = 100;

/** Searches while the user types. Follows the URL when it changes otherwise (Back, a link). */
export function SearchField({ q, ref, onSearch, onLeave }: Props) {
  const [text, setText] = useState(q);
  const [lastQuery, setLastQuery] = useState(q);
  if (lastQuery !== q) {
    setLastQuery(q);
    if (toSearchQuery(text) !== q) setText(q);
  }
  const search = useDebouncedCallback((next: string) => onSearch(toSearchQuery(next)), DEBOUNCE_MS);
  const searchNow = (next: string) => {
    search.cancel();
    setText(next);
    if (toSearchQuery(next) !== q) onSearch(toSearchQuery(next));
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
        search(value);
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
