import type { InvitationAcceptance } from '@libs/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { clearError } from '../../../ui/forms/use-fields';
import { fieldErrors } from '../../../ui/error-messages';

/** The name that a person gets because a member of the account has the same (team.md 1). */
export function useNewName() {
  const [value, setValue] = useState<string | null>(null);
  const body: Pick<InvitationAcceptance, 'new_name'> = value === null ? {} : { new_name: value.trim() };
  return { value, setValue, body };
}

interface Props {
  readonly newName: ReturnType<typeof useNewName>;
  /** The failed request to join, which says that the name is taken. */
  readonly accept: Parameters<typeof clearError>[0] & { readonly error: Error | null };
}

/** Hidden until the name is taken. */
export function NewNameField({ newName: { value, setValue }, accept }: Props) {
  const error = fieldErrors(accept.error)['new_name'];
  if (value === null && error === undefined) return null;
  return (
    <TextInput
      label={t.invite.name}
      description={t.invite.newNameHint}
      name="name"
      autoComplete="name"
      value={value ?? ''}
      error={error}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        clearError(accept);
      }}
    />
  );
}
