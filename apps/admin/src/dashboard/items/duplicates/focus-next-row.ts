/** Focuses the button of the next row of a list, or else the panel, because the row of this element disappears. */
export function focusNextRow(element: HTMLElement): void {
  const row = element.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
  (next ?? element.closest<HTMLElement>('[data-panel]'))?.focus();
}
