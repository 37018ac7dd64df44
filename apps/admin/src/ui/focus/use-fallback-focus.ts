import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the surrounding area when the focused button disappears.
 * @param contentKey changes when the content of the area is replaced
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
