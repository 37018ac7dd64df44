import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useRenewRecoveryCodes } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { NotConfirmed, type RunConfirmed } from '../reauthenticate';
import { CodeField, codeError } from './code-field';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

const texts = t.secondFactor.renewal;

interface Props {
  readonly runConfirmed: RunConfirmed;
  readonly onClose: () => void;
}

/** Asks for a code, and then shows new recovery codes. */
export function RenewDialog({ runConfirmed, onClose }: Props) {
  const renew = useRenewRecoveryCodes();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (renew.data) return <RecoveryCodesDialog codes={renew.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    // The mutation holds its own error. Only a canceled confirmation has none.
    runConfirmed(() => renew.mutateAsync(code)).catch((error: unknown) => {
      if (error instanceof NotConfirmed) onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': t.ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{texts.body}</Text>
          <CodeField
            label={t.secondFactor.removal.code}
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={codeError(isMissing, renew.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t.secondFactor.cancel}
            </Button>
            <Button type="submit" loading={renew.isPending}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
