import type { FormSettings } from '@libs/api-client';
import { useState } from 'react';
import { useChangeForm } from '../../api/form-settings';
import { changeOf, draftErrors, draftOf, refusedFields, type FormDraft, type FormErrors } from './form-draft';

type Edits = Partial<FormDraft>;

/**
 * The edits of an account that are not saved, in memory only: they outlive the page, so that a session that expires
 * meanwhile costs nobody what they typed.
 */
const unsaved = new Map<string, Edits>();

/** Fields that nobody touched follow what is saved, also when another window saves it. */
export function useFormDraft(accountId: string, saved: FormSettings) {
  const [edits, setEdits] = useState<Edits>(() => unsaved.get(accountId) ?? {});
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useChangeForm();
  const draft: FormDraft = { ...draftOf(saved), ...edits };
  const change = changeOf(draft, saved);
  const keep = (next: Edits) => {
    unsaved.set(accountId, next);
    setEdits(next);
  };

  return {
    draft,
    errors,
    isDirty: Object.keys(change).length > 0,
    save,
    set(part: Edits) {
      keep({ ...edits, ...part });
      setErrors((current) => without(current, part));
    },
    discard() {
      keep({});
      setErrors({});
      save.reset();
    },
    /** Gives back the names of the fields that are wrong, for the focus. */
    submit(onRefused: (names: readonly string[]) => void) {
      const found = draftErrors(draft);
      setErrors(found);
      if (Object.keys(found).length > 0) return onRefused(Object.keys(found));
      save.mutate(change, {
        onSuccess: () => keep({}),
        onError: (error) => {
          const refused = refusedFields(error, draft) ?? {};
          setErrors(refused);
          onRefused(Object.keys(refused));
        },
      });
    },
  };
}

function without(errors: FormErrors, part: Edits): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part)));
}
