import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

export type DraftErrors<D> = Partial<Record<keyof D, string>>;

interface Options<D, C> {
  /** The saved settings as field values. */
  readonly stored: D;
  /** The settings that a draft changes; empty if none. */
  readonly changeOf: (draft: D) => C;
  readonly errorsOf: (draft: D) => DraftErrors<D>;
  /** The error messages for the fields that the service rejected; null if there are none. */
  readonly rejected: (error: unknown, draft: D) => DraftErrors<D> | null;
  readonly save: Pick<UseMutationResult<unknown, Error, C>, 'mutate' | 'reset'>;
}

/** State of a page of settings. Unedited fields follow the saved settings, also those saved in another window. */
export function useSettingsDraft<D extends object, C extends object>(options: Options<D, C>) {
  const { stored, changeOf, errorsOf, rejected, save } = options;
  const [edits, setEdits] = useState<Partial<D>>({});
  const [errors, setErrors] = useState<DraftErrors<D>>({});
  const draft: D = { ...stored, ...edits };
  const change = changeOf(draft);

  return {
    draft,
    errors,
    isDirty: Object.keys(change).length > 0,
    set(part: Partial<D>) {
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
      const draftIssues = errorsOf(draft);
      setErrors(draftIssues);
      if (Object.keys(draftIssues).length > 0) return onInvalid(Object.keys(draftIssues));
      save.mutate(change, {
        // Keep what was typed during the request; it isn't saved yet.
        onSuccess: () => setEdits((current) => withoutSaved(current, edits)),
        onError: (error) => {
          const rejectedErrors: DraftErrors<D> = rejected(error, draft) ?? {};
          setErrors(rejectedErrors);
          onInvalid(Object.keys(rejectedErrors));
        },
      });
    },
  };
}

function withoutSaved<D extends object>(edits: Partial<D>, saved: Partial<D>): Partial<D> {
  const names = Object.keys(edits) as (keyof D)[];
  return Object.fromEntries(
    names.filter((name) => edits[name] !== saved[name]).map((name) => [name, edits[name]]),
  ) as Partial<D>;
}

function withoutEdited<D extends object>(errors: DraftErrors<D>, part: Partial<D>): DraftErrors<D> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part))) as DraftErrors<D>;
}
