import { TextInput, type TextInputProps } from '@mantine/core';
import { ApiError } from '../../../api/requests/client';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';

/** A field for a code of an authenticator app. Phones and password managers can fill it in. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      name="one-time-code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export function codeError(isMissing: boolean, error: Error | null): string | null {
  if (isMissing) return t.secondFactor.missingCode;
  if (!error) return null;
  const isWrong = error instanceof ApiError && error.code === 'invalid_code';
  return isWrong ? t.secondFactor.wrongCode : errorMessage(error);
}
