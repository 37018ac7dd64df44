/** Puts the cursor into the first field that is wrong, once the messages stand beside the fields. */
export function focusFirstInvalidField(): void {
  let frames = 10;
  const look = () => {
    const fault = document.querySelector<HTMLElement>('form :is(input, textarea, select)[aria-invalid=true]');
    if (fault) fault.focus();
    else if (--frames > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
