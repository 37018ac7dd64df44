import type { TagItem } from '@libs/contract';
import { tagKey } from '@libs/feedback';
import type { TagColor } from '@libs/feedback';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { useTags } from '../../api/tags';
import styles from './tags.module.css';

/** The tags of an item. Don't render it without names, so that accounts without tags don't load them. */
export function TagPills({ names }: { readonly names: readonly string[] }) {
  const colorOf = useTagColors();
  return names.map((name) => (
    <span key={name} className={`truncate ${styles.tag}`} style={dotColor(colorOf(name))}>
      {name}
    </span>
  ));
}

/** As `TagPills`, with a link to the items that have the tag. */
export function TagLinks({ names }: { readonly names: readonly string[] }) {
  const colorOf = useTagColors();
  return names.map((name) => (
    <Link
      key={name}
      to={`/inbox?${new URLSearchParams({ tag: name })}`}
      className={`truncate ${styles.tag}`}
      style={dotColor(colorOf(name))}
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

const dotColor = (color: TagColor) => ({ '--tag': `var(--mantine-color-${color}-6)` }) as React.CSSProperties;

function useTagColors(): (name: string) => TagColor {
  const tags = useTags().data;
  return (name) => (tags && colorsOf(tags).get(tagKey(name))) ?? 'gray';
}

const colorsByTags = new WeakMap<readonly TagItem[], ReadonlyMap<string, TagColor>>();

/** The colors by the keys of tags. Every row of a list needs them. */
function colorsOf(tags: readonly TagItem[]): ReadonlyMap<string, TagColor> {
  const colors = colorsByTags.get(tags) ?? new Map(tags.map(({ name, color }) => [tagKey(name), color]));
  colorsByTags.set(tags, colors);
  return colors;
}
