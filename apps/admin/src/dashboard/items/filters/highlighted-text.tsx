import { hitsIn } from './search-matches';
import classes from '../items.module.css';

/** A text with what was searched for marked in it. */
export function Marked({ text, pattern }: { readonly text: string; readonly pattern: RegExp | null }) {
  return hitsIn(text, pattern).map((piece, at) =>
    piece.isHit ? (
      <mark key={at} className={classes.hit}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
