import { Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useReauthenticate } from '../../api/account';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { PasswordField } from '../../../ui/forms/password-field';
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

/** Runs confirmed actions, and holds the error of the last one. That the dialog was closed is none. */
export function useConfirmedRun(runConfirmed: RunConfirmed) {
  const [error, setError] = useState<unknown>(null);
  const clearError = () => setError(null);
  const run = <T,>(action: () => Promise<T>, onDone?: (result: T) => void) => {
    clearError();
    runConfirmed(action).then(onDone, (reason: unknown) =>
      setError(reason instanceof NotConfirmed ? null : reason),
    );
  };
  return { error, run, clearError };
}

function ReauthenticateDialog({ onConfirmed, onCancelled }: PendingConfirmation) {
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const reauthenticate = useReauthenticate();
  const submit = () => {
    setMissing(password === '');
    if (password !== '') reauthenticate.mutate(password, { onSuccess: onConfirmed });
  };

  return (
    <FormDialog
      title={texts.title}
      submit={texts.confirm}
      isPending={reauthenticate.isPending}
      onSubmit={submit}
      onClose={onCancelled}
    >
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
    </FormDialog>
  );
}

export function passwordError(isMissing: boolean, error: Error | null): string | null {
  if (isMissing) return t.settings.errors.missing.password;
  if (!error) return null;
  return error instanceof ApiError && error.code === 'invalid_credentials'
    ? texts.wrong
    : errorMessage(error);
}
