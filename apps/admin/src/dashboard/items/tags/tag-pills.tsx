import type { Item } from '@libs/contract';
import { tagKey } from '@libs/feedback';
import type { TagColor } from '@libs/feedback';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { refreshTags, useTags } from '../../api/tags';
import styles from './tags.module.css';

const ColorsContext = createContext<ReturnType<typeof useColors>>(undefined);

interface TagColorsProps {
  /** The items of the list. If none has a tag, no tags are loaded. */
  readonly items: readonly Item[];
  readonly children: ReactNode;
}

/** Gives the `TagPills` in a list their colors, with one query for all. Elsewhere they are gray. */
export function TagColors({ items, children }: TagColorsProps) {
  const queryClient = useQueryClient();
  const names = useMemo(() => new Set(items.flatMap(({ tags }) => tags)), [items]);
  const colors = useColors(names.size > 0);
  useEffect(() => {
    // Someone has created a tag since the tags were loaded.
    const isNew = (name: string) => !colors!.has(tagKey(name));
    if (colors && [...names].some(isNew)) refreshTags(queryClient);
  }, [queryClient, names, colors]);
  return <ColorsContext value={colors}>{children}</ColorsContext>;
}

/** The tags of an item in a list. */
export function TagPills({ names }: { readonly names: readonly string[] }) {
  const colors = use(ColorsContext);
  return names.map((name) => (
    <span key={name} className={`truncate ${styles.tag}`} style={dotColor(colors?.get(tagKey(name)))}>
      {name}
    </span>
  ));
}

/** The tags of one item, with links to all items that have them. Loads tags, so don't render it without names. */
export function TagLinks({ names }: { readonly names: readonly string[] }) {
  const colors = useColors();
  return names.map((name) => (
    <Link
      key={name}
      to={`/inbox?${new URLSearchParams({ tag: name })}`}
      className={`truncate ${styles.tag}`}
      style={dotColor(colors?.get(tagKey(name)))}
      title={t.tags.show(name)}
    >
      {name}
    </Link>
  ));
}

/** A dot in the color of a tag. */
export function TagDot({ color }: { readonly color: TagColor }) {
  return <span aria-hidden className={styles.dot} style={dotColor(color)} />;
}

const dotColor = (color: TagColor = 'gray') =>
  ({ '--tag': `var(--mantine-color-${color}-6)` }) as React.CSSProperties;

/** The colors by the keys of tags; undefined until they are loaded. */
function useColors(isNeeded = true): ReadonlyMap<string, TagColor> | undefined {
  const tags = useTags(isNeeded).data;
  return useMemo(() => tags && new Map(tags.map(({ name, color }) => [tagKey(name), color])), [tags]);
}
