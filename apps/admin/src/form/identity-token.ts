/**
 * Moves an identity token from the fragment of the URL to the hidden field that is sent (identity.md 5), so that a link
 * that the visitor copies does not have it. Shows a form that needs one (identity.md 7).
 */
export function keepIdentityToken(form: HTMLFormElement): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token');
  if (token === null) return;
  (form.elements.namedItem('token') as HTMLInputElement).value = token;
  document.querySelector('#no-token')?.remove();
  document.querySelector('#with-token')?.removeAttribute('hidden');
  fragment.delete('token');
  history.replaceState(
    history.state,
    '',
    `${location.pathname}${location.search}${fragment.size > 0 ? `#${fragment}` : ''}`,
  );
}
