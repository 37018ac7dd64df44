import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../../messages';
import styles from './import.module.css';
import type { Work } from './use-import';

const texts = t.importing.work;
/** Of the whole way: writing the lines, sending them, and what the service has still to do then. */
const SHARES = { prepared: 15, sent: 50, worked: 35 };
/** So often somebody who listens is told. */
const SPOKEN_STEP = 20;
/** The service takes the next bytes when it has worked through the last: that may take seconds. */
const STANDSTILL_MS = 700;

interface Props {
  readonly work: Work;
  readonly rows: number;
  readonly onCancel: () => void;
}

/** How far it has got, to the eye all the time and to the ear now and then. */
export function Working({ work, rows, onCancel }: Props) {
  const percent = percentOf(work, rows);
  const isWaiting = useStandstill(`${work.prepared} ${work.progress.sent} ${work.progress.rows}`);
  const spoken = Math.floor(percent / SPOKEN_STEP) * SPOKEN_STEP;
  return (
    <div className={styles.work}>
      <span className={styles.summary}>{texts[work.kind]}</span>
      <Progress value={percent} animated aria-label={texts[work.kind]} />
      <span className={styles.dim}>{progressText(work, rows, isWaiting)}</span>
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

/** Whether nothing has moved for a while. */
function useStandstill(turn: string): boolean {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSince(turn), STANDSTILL_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  return since === turn;
}

function progressText({ prepared, size, progress }: Work, rows: number, isWaiting: boolean): string {
  if (size === 0) return texts.preparing(prepared, rows);
  if (progress.sent < 1 && progress.rows === 0)
    return (isWaiting ? texts.waiting : texts.sending)(
      sizeIn(size * progress.sent, size),
      sizeIn(size, size),
    );
  return progress.rows < rows ? texts.working(progress.rows, rows) : texts.finishing;
}

const unit = (name: string) =>
  new Intl.NumberFormat('en', { style: 'unit', unit: name, maximumFractionDigits: 1 });
const [KILOBYTES, MEGABYTES] = [unit('kilobyte'), unit('megabyte')];
/** Both figures of a progress in the unit that fits the whole. */
const sizeIn = (bytes: number, whole: number): string =>
  whole < 100_000 ? KILOBYTES.format(bytes / 1_000) : MEGABYTES.format(bytes / 1_000_000);
