/** Scrolls to the console and focuses it, so that Tab moves to its first field. */
export function focusConsole(): void {
  const panel = document.getElementById('console');
  panel?.scrollIntoView();
  panel?.focus({ preventScroll: true });
}
