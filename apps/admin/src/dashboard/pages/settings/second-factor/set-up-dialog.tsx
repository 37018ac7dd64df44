import type { SecondFactorSetup } from '@libs/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { useConfirmSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { toQrCode } from '../../../../ui/code/qr-code';
import { ValueField } from '../../../../ui/code/value-field';
import { CodeField, codeError } from './code-field';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import styles from './second-factor.module.css';

const texts = t.secondFactor.setUp;

interface Props {
  readonly setup: SecondFactorSetup;
  readonly onClose: () => void;
}

/** Shows the secret, asks for a code, and then shows the recovery codes. */
export function SetUpDialog({ setup, onClose }: Props) {
  const confirm = useConfirmSecondFactor();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (confirm.data) return <RecoveryCodesDialog codes={confirm.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '') confirm.mutate(code);
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': t.ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{texts.scan}</Text>
          <QrCode text={setup.url} />
          <ValueField label={texts.secret} value={setup.secret} copyLabel={texts.copySecret} />
          <Text>{texts.enter}</Text>
          <CodeField
            label={t.secondFactor.code}
            description={t.secondFactor.codeHint}
            inputMode="numeric"
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setMissing(false);
            }}
            error={codeError(isMissing, confirm.error)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t.secondFactor.cancel}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => toQrCode(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} role="img" aria-label={texts.qrLabel}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
