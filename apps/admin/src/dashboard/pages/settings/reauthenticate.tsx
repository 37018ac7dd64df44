import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useReauthenticate } from '../../api/account';
import { ApiError } from '../../api/client';
import { t } from '../../../messages';
import { PasswordField } from '../../../ui/forms/password-field';
import { useReturnedFocus } from '../../../ui/forms/use-return-focus';
import { errorMessage } from '../../../ui/error-messages';

interface Waiting {
  readonly confirmed: () => void;
  readonly cancelled: () => void;
}

/** The service takes a confirmation for five minutes; asked again a little earlier, nobody meets the edge. */
const GOOD_FOR_MS = 4 * 60_000;
const texts = t.settings.reauthenticate;

export type Confirmed = <T>(action: () => Promise<T>) => Promise<T>;

/** The owner closed the dialog: nothing was done, and nothing needs to be said. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

/**
 * Runs an action that needs the password again. `dialog` belongs on the page; `confirmed(action)` opens it, unless
 * the password was given a moment ago or while the service still wants it, and then runs the action.
 */
export function useConfirmedAction(): {
  readonly dialog: ReactNode;
  readonly confirmed: Confirmed;
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const confirmedAt = useRef(-Infinity);
  useReturnedFocus(waiting !== null);

  const ask = () =>
    new Promise<void>((resolve, reject) => {
      setWaiting({ confirmed: resolve, cancelled: () => reject(new NotConfirmed()) });
    }).finally(() => setWaiting(null));
  const confirmed = async <T,>(action: () => Promise<T>): Promise<T> => {
    if (performance.now() - confirmedAt.current > GOOD_FOR_MS) await ask();
    confirmedAt.current = performance.now();
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') throw error;
      await ask();
      return action();
    }
  };

  return { dialog: waiting && <ReauthenticateDialog {...waiting} />, confirmed };
}

function ReauthenticateDialog({ confirmed, cancelled }: Waiting) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const reauthenticate = useReauthenticate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setMissing(password === '');
    if (password !== '') reauthenticate.mutate(password, { onSuccess: confirmed });
  };

  return (
    <Modal opened onClose={cancelled} title={texts.title}>
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
            error={passwordError(missing, reauthenticate.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={cancelled}>
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

export function passwordError(missing: boolean, error: Error | null): string | null {
  if (missing) return t.settings.errors.missing;
  if (!error) return null;
  return error instanceof ApiError && error.code === 'invalid_credentials'
    ? texts.wrong
    : errorMessage(error);
}
