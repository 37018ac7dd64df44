/** Puts the cursor into the first field that is wrong, once the messages stand beside the fields. */
export function focusFirstFault(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form [aria-invalid=true], form [data-error]')?.focus(),
  );
}
