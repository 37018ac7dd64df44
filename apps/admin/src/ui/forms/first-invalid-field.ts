/** Focuses the first invalid field after its message is rendered. */
export function focusFirstInvalidField(): void {
  let frames = 10;
  const tryFocus = () => {
    const field = document.querySelector<HTMLElement>('form :is(input, textarea, select)[aria-invalid=true]');
    if (field) field.focus();
    else if (--frames > 0) requestAnimationFrame(tryFocus);
  };
  requestAnimationFrame(tryFocus);
}
