import type { FormSettings } from '@libs/contract';
import { useState } from 'react';
import { useChangeForm } from '../../api/form-settings';
import {
  changedSettings,
  draftErrors,
  toDraft,
  rejectedFields,
  type FormDraft,
  type FormErrors,
} from './form-draft';

type Edits = Partial<FormDraft>;

/** State of the form editor. Unedited fields follow the saved settings, also those saved in another window. */
export function useFormDraft(saved: FormSettings) {
  const [edits, setEdits] = useState<Edits>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useChangeForm();
  const draft: FormDraft = { ...toDraft(saved), ...edits };
  const change = changedSettings(draft, saved);

  return {
    draft,
    errors,
    isDirty: Object.keys(change).length > 0,
    save,
    set(part: Edits) {
      setEdits((current) => ({ ...current, ...part }));
      setErrors((current) => withoutEdited(current, part));
    },
    discard() {
      setEdits({});
      setErrors({});
      save.reset();
    },
    /** @param onInvalid called with the names of the invalid fields, to focus one */
    submit(onInvalid: (names: readonly string[]) => void) {
      const draftIssues = draftErrors(draft);
      setErrors(draftIssues);
      if (Object.keys(draftIssues).length > 0) return onInvalid(Object.keys(draftIssues));
      save.mutate(change, {
        // Keep what was typed during the request; it isn't saved yet.
        onSuccess: () => setEdits((current) => withoutSaved(current, edits)),
        onError: (error) => {
          const rejected = rejectedFields(error, draft) ?? {};
          setErrors(rejected);
          onInvalid(Object.keys(rejected));
        },
      });
    },
  };
}

function withoutSaved(edits: Edits, saved: Edits): Edits {
  const names = Object.keys(edits) as (keyof Edits)[];
  return Object.fromEntries(
    names.filter((name) => edits[name] !== saved[name]).map((name) => [name, edits[name]]),
  );
}

function withoutEdited(errors: FormErrors, part: Edits): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part)));
}
