import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened a dialog, once the dialog, or the last of a chain of them, is closed. Mantine
 * does so only for dialogs that were there, closed, before they were opened.
 */
export function useReturnFocus(opened: boolean): void {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (!opened) return;
    isOpen.current = true;
    const opener = currentOpener();
    return () => {
      isOpen.current = false;
      // After React has taken the dialog away, and what was disabled behind it is enabled again.
      setTimeout(() => {
        if (!isOpen.current) returnFocus(opener);
      });
    };
  }, [opened]);
}

/** An item of a menu is gone with its menu: what opened that is still there. */
function currentOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const id = menu?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : (activeElement as HTMLElement | null);
}

/** To the panel that stands open, or the page's heading, when the opener is gone or cannot be used any more. */
function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (document.activeElement !== document.body) return;
  const place =
    document.querySelector<HTMLElement>('[data-panel]') ??
    document.querySelector<HTMLElement>('[data-page-heading]');
  place?.focus({ preventScroll: true });
}
