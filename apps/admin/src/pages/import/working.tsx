import { Button, Progress } from '@mantine/core';
import { t } from '../../messages';
import styles from './import.module.css';
import type { Work } from './use-import';

const texts = t.importing.work;
/** Of the whole way: writing the lines, sending them, and what the service has still to do then. */
const SHARES = { prepared: 15, sent: 50, worked: 35 };
/** So often somebody who listens is told. */
const SPOKEN_STEP = 20;

interface Props {
  readonly work: Work;
  readonly rows: number;
  readonly onCancel: () => void;
}

/** How far it has got, to the eye all the time and to the ear now and then. */
export function Working({ work, rows, onCancel }: Props) {
  const percent = percentOf(work, rows);
  const spoken = Math.floor(percent / SPOKEN_STEP) * SPOKEN_STEP;
  return (
    <div className={styles.work}>
      <span className={styles.summary}>{texts[work.kind]}</span>
      <Progress value={percent} aria-label={texts[work.kind]} />
      <span className={styles.dim}>{wordsOf(work, rows)}</span>
      <span className="visually-hidden" role="status">
        {texts[work.kind]}, {texts.percent(spoken)}
      </span>
      {work.kind === 'import' && <span className={styles.dim}>{texts.stay}</span>}
      <Button variant="default" size="xs" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

function percentOf({ prepared, progress }: Work, rows: number): number {
  const parts =
    (prepared / rows) * SHARES.prepared +
    progress.sent * SHARES.sent +
    (progress.rows / rows) * SHARES.worked;
  return Math.min(99, Math.round(parts));
}

function wordsOf({ prepared, size, progress }: Work, rows: number): string {
  if (size === 0) return texts.preparing(prepared, rows);
  if (progress.sent < 1 && progress.rows === 0)
    return texts.sending(megabytes(size * progress.sent), megabytes(size));
  return progress.rows < rows ? texts.working(progress.rows, rows) : texts.finishing;
}

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const megabytes = (bytes: number): string => SIZE.format(bytes / 1_000_000);
