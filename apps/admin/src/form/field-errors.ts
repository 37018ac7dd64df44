import { DESCRIPTION_MAX, TITLE_MAX } from '@libs/feedback';
import { EMAIL_MAX, hasVisible, isEmail, longerThan, trimmed } from '@libs/kernel';
import type { FormField } from '@libs/contract';
import type { Control, FormParts } from './form-parts';

const MAXIMA: Readonly<Record<FormField, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  submitter_email: EMAIL_MAX,
};

/** Marks every fault that needs no server to be seen; the first control that has one. */
export function firstFault(parts: FormParts): Control | null {
  const faulty = controls(parts).filter(([name, control]) => {
    const code = faultOf(name, control);
    if (code) showFault(parts, name, code, '');
    else clearFault(control);
    return code;
  });
  return faulty[0]?.[1] ?? null;
}

/** A fault goes as soon as it is mended; one that only the server sees goes with the next key. */
export function watchFaults(parts: FormParts, whenMended: () => void): void {
  const all = controls(parts);
  for (const [name, control] of all) {
    control.addEventListener('input', () => {
      if (!isMarked(control) || faultOf(name, control)) return;
      clearFault(control);
      if (!all.some(([, other]) => isMarked(other))) whenMended();
    });
  }
}

const isMarked = (control: Control): boolean => control.hasAttribute('aria-invalid');

/** @param message said when there are no plainer words for the code */
export function showFault({ fields, words }: FormParts, name: string, code: string, message: string): void {
  const control = fields[name as FormField];
  if (!control) return;
  clearFault(control);
  const error = document.createElement('p');
  error.className = 'error';
  error.id = `${name}-error`;
  const max = String(MAXIMA[name as FormField]);
  error.textContent = (words.issues[code] ?? message).replace('{max}', max);
  control.after(error);
  control.setAttribute('aria-invalid', 'true');
  describe(control, [...described(control), error.id]);
}

function clearFault(control: Control): void {
  const id = `${control.name}-error`;
  document.getElementById(id)?.remove();
  control.removeAttribute('aria-invalid');
  describe(
    control,
    described(control).filter((other) => other !== id),
  );
}

function faultOf(name: FormField, { value, required }: Control): string | null {
  const text = trimmed(value);
  if (required && !hasVisible(text)) return 'empty_value';
  if (longerThan(name === 'description' ? value : text, MAXIMA[name])) return 'too_long';
  return name === 'submitter_email' && text !== '' && !isEmail(text) ? 'invalid_format' : null;
}

const controls = ({ fields }: FormParts): [FormField, Control][] =>
  (Object.entries(fields) as [FormField, Control | undefined][]).filter(
    (entry): entry is [FormField, Control] => entry[1] !== undefined,
  );

const described = (control: Control): string[] =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);

function describe(control: Control, ids: readonly string[]): void {
  if (ids.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', ids.join(' '));
}
