import { useState, type ChangeEvent, type FormEvent } from 'react';
import { focusFirstInvalidField } from './first-invalid-field';

type Faults<V> = Partial<Record<keyof V, string | null>>;

/** The fields of a form. What is wrong with one stands beside it until it is changed. */
export function useFields<V extends Record<keyof V, string | null>>(
  initial: V,
  faultsOf: (values: V) => Faults<V>,
) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<V>>({});
  return {
    values,
    setFaults,
    /** What an input of Mantine's is given. */
    input: (name: keyof V) => ({
      value: values[name] ?? '',
      error: faults[name],
      onChange({
        currentTarget: { value },
      }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>) {
        setValues((before) => ({ ...before, [name]: value }));
        setFaults((before) => ({ ...before, [name]: null }));
      },
    }),
    /** Sends when nothing is wrong. */
    submit: (send: () => void) => (event?: FormEvent) => {
      event?.preventDefault();
      const found = faultsOf(values);
      setFaults(found);
      if (Object.values(found).some(Boolean)) focusFirstInvalidField();
      else send();
    },
  };
}
