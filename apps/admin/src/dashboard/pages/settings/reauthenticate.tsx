import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useReauthenticate } from '../../api/account';
import { ApiError } from '../../api/client';
import { t } from '../../../messages';
import { PasswordField } from '../../../ui/forms/password-field';
import { useReturnFocus } from '../../../ui/forms/use-return-focus';
import { errorMessage } from '../../../ui/error-messages';

interface PendingConfirmation {
  readonly onConfirmed: () => void;
  readonly onCancelled: () => void;
}

/** The service accepts a confirmation for five minutes. Ask earlier, so that it can't expire before the request. */
const CONFIRMED_FOR_MS = 4 * 60_000;
const texts = t.settings.reauthenticate;

export type RunConfirmed = <T>(action: () => Promise<T>) => Promise<T>;

/** The dialog was closed. Nothing was changed, and no message is needed. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

/**
 * Runs actions that require a recent password confirmation. Render `dialog` on the page. `runConfirmed(action)` opens
 * it unless the password was confirmed recently, then runs the action. If the service still requires it, asks once
 * more.
 */
export function useConfirmedAction(): {
  readonly dialog: ReactNode;
  readonly runConfirmed: RunConfirmed;
} {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const confirmedAt = useRef(-Infinity);
  useReturnFocus(pending !== null);

  const askPassword = () =>
    new Promise<void>((resolve, reject) => {
      setPending({ onConfirmed: resolve, onCancelled: () => reject(new NotConfirmed()) });
    }).finally(() => setPending(null));
  const runConfirmed = async <T,>(action: () => Promise<T>): Promise<T> => {
    if (performance.now() - confirmedAt.current > CONFIRMED_FOR_MS) await askPassword();
    confirmedAt.current = performance.now();
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') throw error;
      await askPassword();
      return action();
    }
  };

  return { dialog: pending && <ReauthenticateDialog {...pending} />, runConfirmed };
}

function ReauthenticateDialog({ onConfirmed, onCancelled }: PendingConfirmation) {
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const reauthenticate = useReauthenticate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setMissing(password === '');
    if (password !== '') reauthenticate.mutate(password, { onSuccess: onConfirmed });
  };

  return (
    <Modal opened onClose={onCancelled} title={texts.title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{texts.body}</Text>
          <PasswordField
            label={texts.password}
            name="current-password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={passwordError(isMissing, reauthenticate.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancelled}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={reauthenticate.isPending}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export function passwordError(isMissing: boolean, error: Error | null): string | null {
  if (isMissing) return t.settings.errors.missing;
  if (!error) return null;
  return error instanceof ApiError && error.code === 'invalid_credentials'
    ? texts.wrong
    : errorMessage(error);
}
