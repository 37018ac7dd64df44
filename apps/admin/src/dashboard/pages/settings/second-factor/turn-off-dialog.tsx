import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ApiError } from '../../../api/client';
import { useTurnOffSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { PasswordField } from '../../../../ui/forms/password-field';
import { useFields } from '../../../../ui/forms/use-fields';
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
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': t.ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Note tone="warning">{isRequired ? texts.required : texts.body}</Note>
          <PasswordField
            {...form.input('password')}
            label={texts.password}
            name="current-password"
            autoComplete="current-password"
            data-autofocus
          />
          <CodeField {...form.input('code')} label={texts.code} />
          {turnOff.error && !isFieldError && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errorMessage(turnOff.error)}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t.secondFactor.cancel}
            </Button>
            <Button type="submit" color="red" loading={turnOff.isPending}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The message beside the field that the error concerns. */
function fieldOf(error: Error): { password?: string; code?: string } {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'invalid_credentials') return { password: texts.wrongPassword };
  return code === 'invalid_code' ? { code: t.secondFactor.wrongCode } : {};
}
