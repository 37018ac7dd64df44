import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const decodedHash = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
};

/** The operation in the URL fragment; empty for the introduction. */
export const useSelectedOperation = (): string => useSyncExternalStore(subscribe, decodedHash);

/** Time of the last navigation by a link; back and forward don't count. */
let chosenAt = -Infinity;
const CHOICE_TIMEOUT_MS = 500;

/** ID of the element to focus after navigation; null for the heading. */
let focusTargetId: string | null = null;

/** Navigates to an operation like a link. */
export function goToOperation(operationId: string, focusId: string | null = null): void {
  chosenAt = performance.now();
  focusTargetId = focusId;
  location.hash = operationId;
}

/**
 * Scrolls to the top after a link, and to the saved position after back or forward. Focuses the heading, as after a
 * page load.
 */
export function useOperationScroll(operationId: string): void {
  const positions = useRef(new Map<string, number>());
  const last = useRef(operationId);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const savePosition = () => positions.current.set(decodedHash(), scrollY);
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) chosenAt = performance.now();
    };
    window.addEventListener('scroll', savePosition, { passive: true });
    document.addEventListener('click', handleClick, true);
    return () => {
      window.removeEventListener('scroll', savePosition);
      document.removeEventListener('click', handleClick, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (last.current === operationId) return;
    last.current = operationId;
    const isChosen = performance.now() - chosenAt < CHOICE_TIMEOUT_MS;
    chosenAt = -Infinity;
    window.scrollTo(0, isChosen ? 0 : (positions.current.get(operationId) ?? 0));
    const target = document.querySelector<HTMLElement>(
      focusTargetId ? `#${focusTargetId}` : '[data-page-heading]',
    );
    target?.focus({ preventScroll: focusTargetId === null });
    focusTargetId = null;
  }, [operationId]);
}
