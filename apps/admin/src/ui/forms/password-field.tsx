import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../../messages';

/** A password input with a show button. Links the error to the input for screen readers, which Mantine doesn't. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t.ui.showPassword, tabIndex: 0 }}
      {...props}
    />
  );
}
