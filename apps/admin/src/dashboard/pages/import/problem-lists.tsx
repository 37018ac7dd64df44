import type { ImportReport } from '@libs/contract';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../../messages';
import { saveFile } from '../../../ui/download';
import { toProblem, toRepeatProblem, withoutLine, type RowProblem } from './row-problems';
import styles from './import.module.css';
import { problemsCsv } from './mapping/problems-csv';
import type { Table } from './file/table';

const texts = t.importing.problems;
const SHOWN_MAX = 20;

interface Props {
  readonly report: ImportReport;
  readonly table: Table;
  readonly titleColumn: number | null;
}

/** Lists rejected and repeated rows by their line in the chosen file. */
export function ProblemLists({ report, table, titleColumn }: Props) {
  const { errors, failed, repeats, repeated, warnings } = report;
  const problems = useMemo(
    () => errors.map((error) => toProblem(error, table, titleColumn)),
    [errors, table, titleColumn],
  );
  const repeatedRows = useMemo(
    () => repeats.map((one) => toRepeatProblem(one, table, titleColumn)),
    [repeats, table, titleColumn],
  );
  return (
    <>
      {failed > 0 && (
        <ProblemList
          title={texts.title(failed)}
          hint={texts.hint(failed)}
          problems={problems}
          rows={failed}
          table={table}
          file={texts.file}
        />
      )}
      {repeated > 0 && (
        <ProblemList
          title={texts.duplicates(repeated)}
          hint={texts.repeatsHint(repeated)}
          problems={repeatedRows}
          rows={repeated}
          table={table}
          file={texts.repeatsFile}
        />
      )}
      {warnings.length > 0 && <WarningList warnings={warnings} table={table} />}
    </>
  );
}

/** What an import does not take over from its rows. */
function WarningList({ warnings, table }: { warnings: ImportReport['warnings']; table: Table }) {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? warnings : warnings.slice(0, SHOWN_MAX);
  return (
    <section className={styles.problems} aria-label={texts.warnings}>
      <header>
        <h3>{texts.warnings}</h3>
      </header>
      <p className={styles.dim}>{texts.warningsHint}</p>
      <ul>
        {shown.map(({ line, message }, index) => (
          <li key={index}>
            <span className={styles.lineCell}>
              {line === null ? texts.someLines : texts.line(table.lines[line - 1] ?? line)}
            </span>
            <span className={styles.problemWords}>{withoutLine(message)}</span>
          </li>
        ))}
      </ul>
      {shown.length < warnings.length && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setExpanded(true)}>
          {texts.more(shown.length, warnings.length)}
        </Button>
      )}
    </section>
  );
}

interface ListProps {
  readonly title: string;
  readonly hint: string;
  readonly problems: readonly RowProblem[];
  /** Total number of rows; `problems` can contain fewer. */
  readonly rows: number;
  readonly table: Table;
  readonly file: string;
}

function ProblemList({ title, hint, problems, rows, table, file }: ListProps) {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? problems : problems.slice(0, SHOWN_MAX);
  return (
    <section className={styles.problems} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} />}
          onClick={() => downloadCsv(problemsCsv(problems, table), file)}
        >
          {texts.download}
        </Button>
      </header>
      <p className={styles.dim}>{hint}</p>
      <ul>
        {shown.map(({ line, text, title: name }, index) => (
          <li key={index}>
            <span className={styles.lineCell}>{texts.line(line)}</span>
            <span className={styles.problemWords}>
              {text} {name && <span className={`truncate ${styles.problemTitle}`}>{name}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setExpanded(true)}>
          {texts.more(shown.length, problems.length)}
        </Button>
      )}
      {isExpanded && problems.length < rows && <p className={styles.dim}>{texts.first(problems.length)}</p>}
    </section>
  );
}

/** Adds a byte order mark, so that spreadsheets detect UTF-8. */
function downloadCsv(text: string, name: string): void {
  saveFile(new Blob([`\ufeff${text}`], { type: 'text/csv' }), name);
}
