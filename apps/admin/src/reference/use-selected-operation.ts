import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const hash = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
};

/** The operation in the address; empty for the introduction. */
export const usePlace = (): string => useSyncExternalStore(subscribe, hash);

/** When somebody last chose a place; going back and forward chooses none. */
let chosenAt = -Infinity;
const CHOICE_MS = 500;

/** What has the focus there, by its id; the heading when it is nothing in particular. */
let focused: string | null = null;

/** Goes to an operation as a link does. */
export function goTo(place: string, focusOn: string | null = null): void {
  chosenAt = performance.now();
  focused = focusOn;
  location.hash = place;
}

/**
 * A new place is read from its top, one that is come back to from where it was left; the focus is at its heading, as
 * it would be after loading a page.
 */
export function usePlaceScroll(place: string): void {
  const positions = useRef(new Map<string, number>());
  const last = useRef(place);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const left = () => positions.current.set(hash(), scrollY);
    const pressed = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) chosenAt = performance.now();
    };
    window.addEventListener('scroll', left, { passive: true });
    document.addEventListener('click', pressed, true);
    return () => {
      window.removeEventListener('scroll', left);
      document.removeEventListener('click', pressed, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const isChosen = performance.now() - chosenAt < CHOICE_MS;
    chosenAt = -Infinity;
    window.scrollTo(0, isChosen ? 0 : (positions.current.get(place) ?? 0));
    const target = document.querySelector<HTMLElement>(focused ? `#${focused}` : '[data-page-heading]');
    target?.focus({ preventScroll: focused === null });
    focused = null;
  }, [place]);
}
