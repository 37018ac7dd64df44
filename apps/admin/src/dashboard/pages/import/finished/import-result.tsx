import type { ImportReport } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import styles from '../import.module.css';
import { ProblemLists } from '../problem-lists';
import { UndoDialog, type UndoResult } from './undo-dialog';
import type { ImportSource } from '../use-import';

const texts = t.importing.done;

interface Props {
  readonly report: ImportReport;
  readonly source: ImportSource;
  readonly onImportAgain: () => void;
}

/** The result of an import, with the next actions. */
export function ImportResult({ report, source, onImportAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { created, existing, repeated, failed, import_id: id } = report;
  const [isAsking, setAsking] = useState(false);
  const [undone, setUndone] = useState<UndoResult | null>(null);
  const canUndo = id !== null && (undone === null || undone.kept > 0);
  return (
    <>
      <section className={styles.done}>
        <CircleCheck size={28} className={styles.doneIcon} />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {id !== null && !canUndo ? t.importing.undo.doneTitle : texts.title(created)}
          </h2>
          {existing > repeated && <p>{texts.existing(existing - repeated)}</p>}
          {repeated > 0 && <p>{texts.repeated(repeated)}</p>}
          {failed > 0 && <p>{texts.failed(failed)}</p>}
          <p role="status">{undone && t.importing.undo.done(undone)}</p>
          <Group gap="sm" mt="md">
            <Button component={Link} to={canUndo ? `/inbox?import=${id}` : '/inbox'}>
              {texts.inbox}
            </Button>
            <Button variant="default" onClick={onImportAgain}>
              {texts.another}
            </Button>
            {canUndo && (
              <Button variant="default" onClick={() => setAsking(true)}>
                {t.importing.undo.confirm}
              </Button>
            )}
          </Group>
        </div>
      </section>
      <ProblemLists report={report} table={source.table} titleColumn={source.mapping.columns.title} />
      {isAsking && id !== null && (
        <UndoDialog id={id} onUndone={setUndone} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
