import type { ImportRow, Status } from '@libs/contract';
import { isStatus } from '@libs/feedback';
import { instantOf } from '@libs/kernel';
import { useMemo } from 'react';
import { t } from '../../../messages';
import { StatusIcon } from '../../../ui/status-icon';
import { wordsOfRow } from './row-problems';
import styles from './import.module.css';
import { importRows, lacksDate } from './mapping/import-rows';
import type { Mapping } from './mapping/mapping';
import type { Table } from './file/table';

const texts = t.importing.preview;
const SHOWN = 5;
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
}

/** The first rows as the items they will be, each with what is wrong with it. */
export function Preview({ table, mapping }: Props) {
  const rows = useMemo(() => first(importRows(table, mapping)), [table, mapping]);
  return (
    <table className={styles.preview}>
      <caption>{texts.caption(rows.length, table.rows.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col">{texts.item}</th>
          <th scope="col" className={styles.wide}>
            {t.importing.fields.submitter_email}
          </th>
          <th scope="col" className={styles.wide}>
            {texts.created}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row
            key={table.lines[index]}
            row={row}
            line={table.lines[index]!}
            isDateless={mapping.source !== 'own' && lacksDate(table.rows[index]!, mapping.columns.created_at)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: ImportRow;
  readonly line: number;
  /** Whether its date is none of the file's. */
  readonly isDateless: boolean;
}

function Row({ row, line, isDateless }: RowProps) {
  const faults = wordsOfRow(row);
  const status: Status = isStatus(row.status) ? row.status : 'new';
  const day = dayOf(row.created_at);
  const created = isDateless ? texts.noDate(day) : day;
  return (
    <tr>
      <td className={styles.lineCell}>{line}</td>
      <td>
        <div className={styles.rowTitle}>
          <span title={t.ui.statuses[status]}>
            <StatusIcon status={status} />
          </span>
          <span className="visually-hidden">{t.ui.statuses[status]}:</span>
          <span>{row.title || texts.untitled}</span>
        </div>
        {row.description && <p className={styles.rowText}>{row.description}</p>}
        <p className={styles.narrow}>{[row.submitter_email, created].filter(Boolean).join(' · ')}</p>
        {faults.map((words) => (
          <p key={words} className={styles.fault}>
            {words}
          </p>
        ))}
      </td>
      <td className={styles.wide}>{row.submitter_email}</td>
      <td className={styles.wide}>{created}</td>
    </tr>
  );
}

function dayOf(value: string | null | undefined): string {
  if (!value) return texts.now;
  const at = instantOf(value);
  return at === null ? value : DAY.format(new Date(at));
}

function first(rows: Generator<ImportRow>): readonly ImportRow[] {
  const found: ImportRow[] = [];
  for (const row of rows) {
    found.push(row);
    if (found.length === SHOWN) break;
  }
  return found;
}
