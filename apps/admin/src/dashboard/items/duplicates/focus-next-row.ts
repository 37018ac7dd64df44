/** Focuses the button of the next row of a list, or else the panel, because the row of this button disappears. */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
  (next ?? button.closest<HTMLElement>('[data-panel]'))?.focus();
}
