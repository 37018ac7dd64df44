/** Brings the console into sight and the keyboard to it: its first field is the next stop. */
export function focusConsole(): void {
  const panel = document.getElementById('console');
  panel?.scrollIntoView();
  panel?.focus({ preventScroll: true });
}
