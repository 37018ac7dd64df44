import type { SecondFactorSetup } from '@libs/contract';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useConfirmSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { toQrCode } from '../../../../ui/code/qr-code';
import { ValueField } from '../../../../ui/code/value-field';
import { CodeDialog } from './code-dialog';
import styles from './second-factor.module.css';

const texts = t.secondFactor.setUp;
const FIELD = {
  label: t.secondFactor.code,
  description: t.secondFactor.codeHint,
  inputMode: 'numeric',
} as const;

interface Props {
  readonly setup: SecondFactorSetup;
  readonly onClose: () => void;
}

/** Shows the secret, asks for a code, and then shows the recovery codes. */
export function SetUpDialog({ setup, onClose }: Props) {
  const confirm = useConfirmSecondFactor();
  return (
    <CodeDialog
      title={texts.title}
      confirm={texts.confirm}
      field={FIELD}
      request={confirm}
      onSubmit={(code) => confirm.mutate(code)}
      onClose={onClose}
    >
      <Text>{texts.scan}</Text>
      <QrCode text={setup.url} />
      <ValueField label={texts.secret} value={setup.secret} copyLabel={texts.copySecret} />
      <Text>{texts.enter}</Text>
    </CodeDialog>
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
