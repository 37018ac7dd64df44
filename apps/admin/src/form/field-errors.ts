import { DESCRIPTION_MAX, TITLE_MAX } from '@libs/feedback';
import { EMAIL_MAX, hasVisible, isEmail, longerThan, trimmed } from '@libs/kernel';
import type { FormField } from '@libs/contract';
import { shown, type Control, type FormParts } from './form-parts';

const MAX_LENGTHS: Readonly<Record<FormField, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  submitter_email: EMAIL_MAX,
};

/** Shows the errors that the page can find without the server. Returns the first invalid control. */
export function showFieldErrors(parts: FormParts): Control | null {
  const invalid = controls(parts).filter(([name, control]) => {
    const code = errorCode(name, control);
    if (code) showFieldError(parts, name, code, '');
    else clearFieldError(control);
    return code;
  });
  return invalid[0]?.[1] ?? null;
}

/** Clears an error as soon as it is fixed. Clears an error from the server with the next input. */
export function clearFixedErrors(parts: FormParts, onAllFixed: () => void): void {
  const all = controls(parts);
  for (const [name, control] of all) {
    control.addEventListener('input', () => {
      if (!hasError(control) || errorCode(name, control)) return;
      clearFieldError(control);
      if (!all.some(([, other]) => hasError(other))) onAllFixed();
    });
  }
}

const hasError = (control: Control): boolean => control.hasAttribute('aria-invalid');

/** @param message shown if the form has no text for the code */
export function showFieldError(
  { fields, messages }: FormParts,
  name: string,
  code: string,
  message: string,
): void {
  const control = fields[name as FormField];
  if (!control) return;
  clearFieldError(control);
  const error = document.createElement('p');
  error.className = 'error';
  error.id = `${name}-error`;
  const max = shown(MAX_LENGTHS[name as FormField]);
  error.textContent = (messages.issues[code] ?? message).replace('{max}', max);
  control.after(error);
  control.setAttribute('aria-invalid', 'true');
  setDescribedBy(control, [...describedBy(control), error.id]);
}

function clearFieldError(control: Control): void {
  const id = `${control.name}-error`;
  document.getElementById(id)?.remove();
  control.removeAttribute('aria-invalid');
  setDescribedBy(
    control,
    describedBy(control).filter((other) => other !== id),
  );
}

function errorCode(name: FormField, { value, required }: Control): string | null {
  const text = trimmed(value);
  if (required && !hasVisible(text)) return 'empty_value';
  if (longerThan(name === 'description' ? value : text, MAX_LENGTHS[name])) return 'too_long';
  return name === 'submitter_email' && text !== '' && !isEmail(text) ? 'invalid_format' : null;
}

const controls = ({ fields }: FormParts): [FormField, Control][] =>
  (Object.entries(fields) as [FormField, Control | undefined][]).filter(
    (entry): entry is [FormField, Control] => entry[1] !== undefined,
  );

const describedBy = (control: Control): string[] =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);

function setDescribedBy(control: Control, ids: readonly string[]): void {
  if (ids.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', ids.join(' '));
}
