import { useEffect, useRef, type RefObject } from 'react';

/**
 * A button that goes with what it began leaves the focus to the area it stood in, and not to nothing.
 * @param turn what of the area has been replaced when this is another
 */
export function useKeptFocus(turn: string): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const last = useRef(turn);
  useEffect(() => {
    if (last.current === turn) return;
    last.current = turn;
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [turn]);
  return area;
}
