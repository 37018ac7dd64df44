import type { Item, TagItem } from '@libs/contract';
import { tagKey } from '@libs/feedback';
import type { TagColor } from '@libs/feedback';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { useTags } from '../../api/tags';
import styles from './tags.module.css';

type Colors = ReadonlyMap<string, TagColor>;
const ColorsContext = createContext<Colors | undefined>(undefined);

interface TagColorsProps {
  /** Without tags of these, loads nothing. */
  readonly items: readonly Item[];
  readonly children: ReactNode;
}

/** Loads the colors of all `TagPills` in it once, because a list has many. */
export function TagColors({ items, children }: TagColorsProps) {
  const tags = useTags(items.some((item) => item.tags.length > 0)).data;
  return <ColorsContext value={useMemo(() => tags && colorsOf(tags), [tags])}>{children}</ColorsContext>;
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
  const tags = useTags().data;
  const colors = useMemo(() => tags && colorsOf(tags), [tags]);
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

/** The colors by the keys of tags. */
const colorsOf = (tags: readonly TagItem[]): Colors =>
  new Map(tags.map(({ name, color }) => [tagKey(name), color]));
