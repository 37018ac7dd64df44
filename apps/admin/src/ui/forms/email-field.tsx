import { TextInput, type TextInputProps } from '@mantine/core';

/** The email address with which a person signs in. Password managers can fill it in. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput type="email" name="email" autoComplete="username" autoCapitalize="none" required {...props} />
  );
}
