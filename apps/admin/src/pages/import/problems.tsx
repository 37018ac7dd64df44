import type { ImportReport } from '@libs/api-client';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../messages';
import { problemOf, problemsCsv } from './faults';
import styles from './import.module.css';
import type { Source } from './use-import';

const texts = t.importing.problems;
const SHOWN = 20;

interface Props {
  readonly report: ImportReport;
  readonly source: Source;
}

/** What is wrong, by the line of the file that was chosen. */
export function Problems({ report: { errors, failed }, source: { table, mapping } }: Props) {
  const [isWhole, setWhole] = useState(false);
  const problems = useMemo(
    () => errors.map((fault) => problemOf(fault, table, mapping.columns.title)),
    [errors, table, mapping.columns.title],
  );
  const shown = isWhole ? problems : problems.slice(0, SHOWN);
  return (
    <section className={styles.problems} aria-label={texts.title(failed)}>
      <header>
        <h3>{texts.title(failed)}</h3>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => download(problemsCsv(problems))}
        >
          {texts.download}
        </Button>
      </header>
      <ul>
        {shown.map(({ line, words, title }, index) => (
          <li key={index}>
            <span className={styles.lineCell}>{texts.line(line)}</span>
            <span className={styles.problemWords}>
              {words} {title && <span className={styles.problemTitle}>{title}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {texts.more(shown.length, problems.length)}
        </Button>
      )}
      {isWhole && problems.length < failed && <p className={styles.dim}>{texts.first(problems.length)}</p>}
    </section>
  );
}

/** With the mark by which a spreadsheet knows UTF-8. */
function download(text: string): void {
  const file = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = texts.file;
  link.click();
  URL.revokeObjectURL(file);
}
