import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { DataTable } from '../../../ui/data-table';
import { Section } from '../../../ui/layout/section';
import { Numbers } from './numbers';
import { rankingCsv, type RankedRow, type RankingColumns } from './ranking';
import styles from './insights.module.css';

interface Texts extends RankingColumns {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
}

interface Props {
  readonly texts: Texts;
  readonly fileName: string;
  readonly rows: readonly RankedRow[];
  readonly isBusy?: boolean;
}

/** A list with a bar per row, and a table and a CSV file of its numbers. */
export function RankingSection({ texts, fileName, rows, isBusy }: Props) {
  const { title, hint, none } = texts;
  return (
    <Section title={title} hint={rows.length > 0 ? hint : none}>
      <div className={styles.body} aria-busy={isBusy}>
        {rows.length > 0 && <Bars title={title} rows={rows} />}
        <Numbers title={title} fileName={fileName} csv={() => rankingCsv(texts, rows)}>
          <DataTable
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: texts.label, isHeader: true, cell: ({ label }) => label },
              { title: texts.count, cell: ({ count }) => count },
            ]}
          />
        </Numbers>
      </div>
    </Section>
  );
}

function Bars({ title, rows }: { readonly title: string; readonly rows: readonly RankedRow[] }) {
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <ol className={styles.bars} aria-label={title}>
      {rows.map(({ id, label, to, count }) => (
        <li
          key={id}
          className={styles.bar}
          style={{ '--share': `${(count / most) * 100}%` } as CSSProperties}
        >
          <Link to={to} className={`truncate ${styles.label}`}>
            {label}
          </Link>
          <span>{count.toLocaleString('en')}</span>
        </li>
      ))}
    </ol>
  );
}
