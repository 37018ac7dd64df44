/** Puts the cursor into the first field that is wrong, once the messages stand beside the fields. */
export function focusFirstInvalidField(): void {
  let frames = 10;
  const tryFocus = () => {
    const field = document.querySelector<HTMLElement>('form :is(input, textarea, select)[aria-invalid=true]');
    if (field) field.focus();
    else if (--frames > 0) requestAnimationFrame(tryFocus);
  };
  requestAnimationFrame(tryFocus);
}
