import type { FormSettings } from '@libs/contract';
import { useState } from 'react';
import { useChangeForm } from '../../api/form-settings';
import { changeOf, draftErrors, draftOf, refusedFields, type FormDraft, type FormErrors } from './form-draft';

type Edits = Partial<FormDraft>;

/** Fields that nobody touched follow what is saved, also when another window saves it. */
export function useFormDraft(saved: FormSettings) {
  const [edits, setEdits] = useState<Edits>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useChangeForm();
  const draft: FormDraft = { ...draftOf(saved), ...edits };
  const change = changeOf(draft, saved);

  return {
    draft,
    errors,
    isDirty: Object.keys(change).length > 0,
    save,
    set(part: Edits) {
      setEdits((current) => ({ ...current, ...part }));
      setErrors((current) => without(current, part));
    },
    discard() {
      setEdits({});
      setErrors({});
      save.reset();
    },
    /** Gives back the names of the fields that are wrong, for the focus. */
    submit(onRefused: (names: readonly string[]) => void) {
      const found = draftErrors(draft);
      setErrors(found);
      if (Object.keys(found).length > 0) return onRefused(Object.keys(found));
      save.mutate(change, {
        // What was typed while it was on its way is not saved yet.
        onSuccess: () => setEdits((current) => withoutEqual(current, edits)),
        onError: (error) => {
          const refused = refusedFields(error, draft) ?? {};
          setErrors(refused);
          onRefused(Object.keys(refused));
        },
      });
    },
  };
}

function withoutEqual(edits: Edits, sent: Edits): Edits {
  const names = Object.keys(edits) as (keyof Edits)[];
  return Object.fromEntries(
    names.filter((name) => edits[name] !== sent[name]).map((name) => [name, edits[name]]),
  );
}

function without(errors: FormErrors, part: Edits): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part)));
}
