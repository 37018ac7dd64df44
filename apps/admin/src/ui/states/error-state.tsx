import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { t } from '../../messages';
import styles from './state.module.css';
import { errorMessage } from '../error-messages';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly title?: string;
}

/** Shown if content could not be loaded. */
export function ErrorState({ error, onRetry, title = t.ui.error }: Props) {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{errorMessage(error)}</p>
      {onRetry && (
        <div className={styles.actions}>
          <Button variant="default" leftSection={<RotateCw size={15} />} onClick={onRetry}>
            {t.ui.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
