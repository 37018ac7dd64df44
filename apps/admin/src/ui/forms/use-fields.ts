import { useState, type ChangeEvent, type FormEvent } from 'react';
import { fieldErrors, type FieldTexts } from '../error-messages';
import { focusFirstInvalidField } from './first-invalid-field';

type FieldErrors<V> = Partial<Record<keyof V, string | null>>;

/** The state of a form's fields. An error is displayed beside its field until the field changes. */
export function useFields<V extends Record<keyof V, string | null>>(
  initial: V,
  validate: (values: V) => FieldErrors<V>,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  return {
    values,
    setErrors,
    set(name: keyof V, value: string) {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: null }));
    },
    /** Displays the errors of a failed request that concern fields, and focuses the first. */
    showErrors(error: unknown, texts?: FieldTexts) {
      setErrors(fieldErrors(error, texts) as FieldErrors<V>);
      focusFirstInvalidField();
    },
    reset: () => {
      setValues(initial);
      setErrors({});
    },
    /** Props for a Mantine input. */
    input: (name: keyof V) => ({
      value: values[name] ?? '',
      error: errors[name],
      onChange({
        currentTarget: { value },
      }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>) {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: null }));
      },
    }),
    /** Submits if all fields are valid. */
    submit: (send: () => void) => (event?: FormEvent) => {
      event?.preventDefault();
      const newErrors = validate(values);
      setErrors(newErrors);
      if (Object.values(newErrors).some(Boolean)) focusFirstInvalidField();
      else send();
    },
  };
}

/**
 * Clears the error of a request when its input changes. A request that is under way goes on: after a reset, it could be
 * sent twice, and nothing would show its result.
 */
export function clearError(request: { readonly isPending: boolean; readonly reset: () => void }): void {
  if (!request.isPending) request.reset();
}
