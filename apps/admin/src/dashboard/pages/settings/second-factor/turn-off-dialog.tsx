import { ApiError } from '../../../api/requests/client';
import { useTurnOffSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { PasswordField } from '../../../../ui/forms/password-field';
import { useFields } from '../../../../ui/forms/use-fields';
import { ErrorText } from '../../../../ui/states/error-text';
import { Note } from '../../../../ui/states/note';
import { CodeField } from './code-field';

const texts = t.secondFactor.removal;

interface Props {
  readonly isRequired: boolean;
  readonly onClose: () => void;
}

/** Asks for the password and a code. */
export function TurnOffDialog({ isRequired, onClose }: Props) {
  const turnOff = useTurnOffSecondFactor();
  const form = useFields({ password: '', code: '' }, ({ password, code }) => ({
    password: password ? null : texts.missingPassword,
    code: code.trim() ? null : t.secondFactor.missingCode,
  }));
  const submit = form.submit(() =>
    turnOff.mutate(form.values, { onSuccess: onClose, onError: (error) => form.setErrors(fieldOf(error)) }),
  );
  const isFieldError = turnOff.error !== null && Object.keys(fieldOf(turnOff.error)).length > 0;
  return (
    <FormDialog
      title={texts.title}
      submit={texts.confirm}
      danger
      isPending={turnOff.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note tone="warning">{isRequired ? texts.required : texts.body}</Note>
      <PasswordField
        {...form.input('password')}
        label={texts.password}
        name="current-password"
        autoComplete="current-password"
        data-autofocus
      />
      <CodeField {...form.input('code')} label={texts.code} />
      {!isFieldError && <ErrorText error={turnOff.error} />}
    </FormDialog>
  );
}

/** The message beside the field that the error concerns. */
function fieldOf(error: Error): { password?: string; code?: string } {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'invalid_credentials') return { password: texts.wrongPassword };
  return code === 'invalid_code' ? { code: t.secondFactor.wrongCode } : {};
}
