import { splitByMatches } from './search-matches';
import styles from '../items.module.css';

/** A text with search matches highlighted. */
export function HighlightedText({
  text,
  terms,
}: {
  readonly text: string;
  /** Folded (lists.md 3). */
  readonly terms: readonly string[];
}) {
  return splitByMatches(text, terms).map((part, at) =>
    part.isMatch ? (
      <mark key={at} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
