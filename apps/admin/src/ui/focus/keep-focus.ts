/** The button that gets the focus when it is enabled again. */
let waiting: HTMLElement | null = null;

/** Returns true if the element is a button whose request runs: it gets the focus afterwards. */
export function focusAfterRequest(element: HTMLElement | null): boolean {
  if (!element?.matches('[data-loading]:disabled')) return false;
  waiting = element;
  return true;
}

/**
 * Gives the focus back to a button after its request. Meanwhile the button is disabled, and browsers move the focus of a
 * disabled element to the page.
 */
export function keepFocusOfButtons(): void {
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target === document.activeElement) focusAfterRequest(target as HTMLElement);
      else if (target === waiting && !waiting.matches(':disabled')) {
        if (document.activeElement === document.body) waiting.focus({ preventScroll: true });
        waiting = null;
      }
    }
  });
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
}
