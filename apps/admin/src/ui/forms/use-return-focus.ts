import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to the element that opened a dialog when the dialog, or the last of several, closes. Mantine does so
 * only for dialogs that were mounted before they opened.
 */
export function useReturnFocus(opened: boolean): void {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (!opened) return;
    isOpen.current = true;
    const opener = currentOpener();
    return () => {
      isOpen.current = false;
      // After React has removed the dialog and enabled the elements behind it.
      setTimeout(() => {
        if (!isOpen.current) returnFocus(opener);
      });
    };
  }, [opened]);
}

/** A menu item disappears with its menu; the menu's button remains. */
function currentOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const id = menu?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : (activeElement as HTMLElement | null);
}

/** Focuses the open panel or the page heading if the opener is gone or disabled. */
function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (document.activeElement !== document.body) return;
  const place =
    document.querySelector<HTMLElement>('[data-panel]') ??
    document.querySelector<HTMLElement>('[data-page-heading]');
  place?.focus({ preventScroll: true });
}
