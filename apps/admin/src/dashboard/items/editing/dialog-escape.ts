import type { KeyboardEvent } from 'react';

/** For a dialog over something that Escape closes too: one press closes one thing. */
export const escapeHandler = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  },
});
