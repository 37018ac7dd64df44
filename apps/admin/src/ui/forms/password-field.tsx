import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../../messages';

/** A password, which can be shown. Of the faults that stand below it Mantine tells only the eye. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t.ui.showPassword, tabIndex: 0 }}
      {...props}
    />
  );
}
