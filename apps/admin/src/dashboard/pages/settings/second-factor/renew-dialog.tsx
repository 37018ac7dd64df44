import { Text } from '@mantine/core';
import { useRenewRecoveryCodes } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { NotConfirmed, type RunConfirmed } from '../reauthenticate';
import { CodeDialog } from './code-dialog';

const texts = t.secondFactor.renewal;
const FIELD = { label: t.secondFactor.removal.code, 'data-autofocus': true };

interface Props {
  readonly runConfirmed: RunConfirmed;
  readonly onClose: () => void;
}

/** Asks for a code, and then shows new recovery codes. */
export function RenewDialog({ runConfirmed, onClose }: Props) {
  const renew = useRenewRecoveryCodes();
  const submit = (code: string) => {
    // The mutation holds its own error. Only a canceled confirmation has none.
    runConfirmed(() => renew.mutateAsync(code)).catch((error: unknown) => {
      if (error instanceof NotConfirmed) onClose();
    });
  };
  return (
    <CodeDialog
      title={texts.title}
      confirm={texts.confirm}
      field={FIELD}
      request={renew}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{texts.body}</Text>
    </CodeDialog>
  );
}
