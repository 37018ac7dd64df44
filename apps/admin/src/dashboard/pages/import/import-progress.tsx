import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../../messages';
import styles from './import.module.css';
import type { ImportWork } from './use-import';

const texts = t.importing.work;
/** Share of each phase: building the body, uploading it, and processing on the server. */
const PHASE_PERCENT = { prepared: 15, sent: 50, processed: 35 };
/** Screen readers announce the progress in steps of this percentage. */
const ANNOUNCED_STEP = 20;
/** The upload counts as stalled after this time: the service processes received rows before it reads more. */
const STALL_MS = 700;

interface Props {
  readonly work: ImportWork;
  readonly rows: number;
  readonly onCancel: () => void;
}

/** Shows the progress continuously, and announces it to screen readers in steps. */
export function ImportProgressView({ work, rows, onCancel }: Props) {
  const percent = toPercent(work, rows);
  const isStalled = useStalled(`${work.prepared} ${work.progress.sent} ${work.progress.rows}`);
  const announced = Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return (
    <div className={styles.work}>
      <span className={styles.summary}>{texts[work.kind]}</span>
      <Progress value={percent} animated aria-label={texts[work.kind]} />
      <span className={styles.dim}>{progressText(work, rows, isStalled)}</span>
      <span className="visually-hidden" role="status">
        {texts[work.kind]}, {texts.percent(announced)}
      </span>
      {work.kind === 'import' && <span className={styles.dim}>{texts.stay}</span>}
      <Button variant="default" size="xs" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

function toPercent({ prepared, progress }: ImportWork, rows: number): number {
  const parts =
    (prepared / rows) * PHASE_PERCENT.prepared +
    progress.sent * PHASE_PERCENT.sent +
    (progress.rows / rows) * PHASE_PERCENT.processed;
  return Math.min(99, Math.round(parts));
}

/** True if the state hasn't changed for STALL_MS. */
function useStalled(state: string): boolean {
  const [stalledState, setStalledState] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStalledState(state), STALL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return stalledState === state;
}

function progressText({ prepared, size, progress }: ImportWork, rows: number, isStalled: boolean): string {
  if (size === 0) return texts.preparing(prepared, rows);
  if (progress.sent < 1 && progress.rows === 0)
    return (isStalled ? texts.waiting : texts.sending)(size * progress.sent, size);
  return progress.rows < rows ? texts.working(progress.rows, rows) : texts.finishing;
}
