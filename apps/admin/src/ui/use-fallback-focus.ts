import { useEffect, useRef, type RefObject } from 'react';

/**
 * A button that goes with what it began leaves the focus to the area it stood in, and not to nothing.
 * @param contentKey what of the area has been replaced when this is another
 */
export function useFallbackFocus(contentKey: string): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const last = useRef(contentKey);
  useEffect(() => {
    if (last.current === contentKey) return;
    last.current = contentKey;
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [contentKey]);
  return area;
}
