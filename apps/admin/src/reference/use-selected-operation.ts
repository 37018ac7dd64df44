import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const operationOf = (hash: string) => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
};
const operationInUrl = () => operationOf(location.hash);

/** The operation in the URL fragment; empty for the introduction. */
export const useSelectedOperation = (): string => useSyncExternalStore(subscribe, operationInUrl);

/** The operation that a link leads to, until it is shown; null after back or forward. */
let chosen: string | null = null;

/** ID of the element to focus after navigation; null for the heading. */
let focusTargetId: string | null = null;

/** Navigates to an operation like a link. */
export function goToOperation(operationId: string, focusId: string | null = null): void {
  chosen = operationId;
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
    const savePosition = () => positions.current.set(operationInUrl(), scrollY);
    const handleClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]');
      if (link) chosen = operationOf(link.hash);
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
    const isChosen = chosen === operationId;
    chosen = null;
    window.scrollTo(0, isChosen ? 0 : (positions.current.get(operationId) ?? 0));
    const target = document.querySelector<HTMLElement>(
      focusTargetId ? `#${focusTargetId}` : '[data-page-heading]',
    );
    target?.focus({ preventScroll: focusTargetId === null });
    focusTargetId = null;
  }, [operationId]);
}
