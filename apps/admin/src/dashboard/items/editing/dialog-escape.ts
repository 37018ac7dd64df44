import type { KeyboardEvent } from 'react';

/** Props for a dialog above something else that Escape closes: the first press closes only the dialog. */
export const escapeHandler = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  },
});
