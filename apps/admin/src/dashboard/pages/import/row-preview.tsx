import type { ImportRow, Status } from '@libs/contract';
import { isStatus } from '@libs/feedback';
import { instantOf } from '@libs/kernel';
import { useMemo } from 'react';
import { t } from '../../../messages';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { rowIssues } from './row-problems';
import styles from './import.module.css';
import { importRows, hasNoDate } from './mapping/import-rows';
import type { Mapping } from './mapping/mapping';
import type { Table } from './file/table';

const texts = t.importing.preview;
const SHOWN_MAX = 5;
const DAY_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
}

/** A preview of the first rows as items, with their problems. */
export function RowPreview({ table, mapping }: Props) {
  const rows = useMemo(() => takeFirst(importRows(table, mapping)), [table, mapping]);
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
          <PreviewRow
            key={table.lines[index]}
            row={row}
            line={table.lines[index]!}
            hasNoDate={mapping.source !== 'own' && hasNoDate(table.rows[index]!, mapping.columns.created_at)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PreviewRowProps {
  readonly row: ImportRow;
  readonly line: number;
  /** True if the file contains no creation date for the row. */
  readonly hasNoDate: boolean;
}

function PreviewRow({ row, line, hasNoDate }: PreviewRowProps) {
  const issues = rowIssues(row);
  const status: Status = isStatus(row.status) ? row.status : 'new';
  const day = formatDay(row.created_at);
  const created = hasNoDate ? texts.noDate(day) : day;
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
        {row.votes && <p className={styles.rowText}>{texts.votes(String(row.votes))}</p>}
        <p className={styles.narrow}>{[row.submitter_email, created].filter(Boolean).join(' · ')}</p>
        {issues.map((text) => (
          <p key={text} className={styles.error}>
            {text}
          </p>
        ))}
      </td>
      <td className={styles.wide}>{row.submitter_email}</td>
      <td className={styles.wide}>{created}</td>
    </tr>
  );
}

function formatDay(value: string | null | undefined): string {
  if (!value) return texts.now;
  const at = instantOf(value);
  return at === null ? value : DAY_FORMAT.format(new Date(at));
}

function takeFirst(rows: Generator<ImportRow>): readonly ImportRow[] {
  const firstRows: ImportRow[] = [];
  for (const row of rows) {
    firstRows.push(row);
    if (firstRows.length === SHOWN_MAX) break;
  }
  return firstRows;
}
