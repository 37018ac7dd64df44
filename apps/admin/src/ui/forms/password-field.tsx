import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../../messages';

/** A password input that screen readers announce as invalid, with a show button that the keyboard can reach. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t.ui.showPassword, tabIndex: 0 }}
      {...props}
    />
  );
}
