import type { ImportReport } from '@libs/contract';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../../messages';
import { problemOf, repetitionOf, type Problem } from './row-problems';
import styles from './import.module.css';
import { problemsCsv } from './mapping/problems-csv';
import type { Table } from './file/table';
import type { Source } from './use-import';

const texts = t.importing.problems;
const SHOWN = 20;

interface Props {
  readonly report: ImportReport;
  readonly source: Source;
}

/** What is wrong, by the line of the file that was chosen; and what stands in the file twice. */
export function Problems({ report, source: { table, mapping } }: Props) {
  const { errors, failed, repeats, repeated } = report;
  const { title } = mapping.columns;
  const problems = useMemo(
    () => errors.map((fault) => problemOf(fault, table, title)),
    [errors, table, title],
  );
  const twins = useMemo(() => repeats.map((one) => repetitionOf(one, table, title)), [repeats, table, title]);
  return (
    <>
      {failed > 0 && (
        <ProblemList
          title={texts.title(failed)}
          problems={problems}
          rows={failed}
          table={table}
          file={texts.file}
        />
      )}
      {repeated > 0 && (
        <ProblemList
          title={texts.twins(repeated)}
          hint={texts.twinsHint}
          problems={twins}
          rows={repeated}
          table={table}
          file={texts.twinsFile}
        />
      )}
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly hint?: string;
  readonly problems: readonly Problem[];
  /** How many there are of them in all. */
  readonly rows: number;
  readonly table: Table;
  readonly file: string;
}

function ProblemList({ title, hint, problems, rows, table, file }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? problems : problems.slice(0, SHOWN);
  return (
    <section className={styles.problems} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => download(problemsCsv(problems, table), file)}
        >
          {texts.download}
        </Button>
      </header>
      <p className={styles.dim}>{hint ?? texts.hint}</p>
      <ul>
        {shown.map(({ line, words, title: name }, index) => (
          <li key={index}>
            <span className={styles.lineCell}>{texts.line(line)}</span>
            <span className={styles.problemWords}>
              {words} {name && <span className={styles.problemTitle}>{name}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {texts.more(shown.length, problems.length)}
        </Button>
      )}
      {isWhole && problems.length < rows && <p className={styles.dim}>{texts.first(problems.length)}</p>}
    </section>
  );
}

/** With the mark by which a spreadsheet knows UTF-8. */
function download(text: string, name: string): void {
  const file = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
