import { splitByMatches } from './search-matches';
import styles from '../items.module.css';

/** A text with search matches highlighted. */
export function HighlightedText({
  text,
  pattern,
}: {
  readonly text: string;
  readonly pattern: RegExp | null;
}) {
  return splitByMatches(text, pattern).map((part, at) =>
    part.isMatch ? (
      <mark key={at} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
