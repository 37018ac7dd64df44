import type { Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { NativeSelect } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../../messages';
import { StatusIcon } from '../../../../ui/badges/status-icon';
import styles from '../import.module.css';
import { columnCells, type Mapping } from '../mapping/mapping';
import { DISTINCT_STATUSES_MAX, countDistinct } from '../mapping/statuses';
import type { Table } from '../file/table';

const texts = t.importing.statuses;
const STATUS_OPTIONS = STATUSES.map((value) => ({ value: value as string, label: t.ui.statuses[value] }));
const OPTIONS_WITH_NONE = [{ value: '', label: texts.none }, ...STATUS_OPTIONS];

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** The status values of the file, with their counts and the status that each maps to. */
export function StatusFields({ table, mapping, onChange }: Props) {
  const { columns, statuses } = mapping;
  const values = useMemo(() => countDistinct(columnCells(table, columns.status)), [table, columns.status]);
  if (values.length === 0) return null;
  const chooseStatus = (normalized: string, status: Status) =>
    onChange({ ...mapping, statuses: new Map(statuses).set(normalized, status) });
  return (
    <fieldset className={styles.group}>
      <legend>{texts.legend}</legend>
      <p className={styles.dim}>{texts.hint}</p>
      <ul className={styles.statuses}>
        {values.slice(0, DISTINCT_STATUSES_MAX).map((one) => (
          <StatusField
            key={one.normalized}
            {...one}
            status={statuses.get(one.normalized)}
            onChoose={chooseStatus}
          />
        ))}
      </ul>
      {values.length > DISTINCT_STATUSES_MAX && (
        <p className={styles.dim}>{texts.more(DISTINCT_STATUSES_MAX)}</p>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly normalized: string;
  readonly text: string;
  readonly count: number;
  /** Undefined for an unknown value until the user chooses a status. */
  readonly status: Status | undefined;
  readonly onChoose: (normalized: string, status: Status) => void;
}

function StatusField({ normalized, text, count, status, onChoose }: FieldProps) {
  return (
    <li>
      <span className={styles.statusWord}>
        {text} <span className={styles.dim}>{texts.rows(count)}</span>
      </span>
      <span className={styles.statusChoice}>
        {status ? <StatusIcon status={status} /> : <CircleHelp size={16} className={styles.unknownIcon} />}
        <NativeSelect
          aria-label={texts.label(text)}
          data={status ? STATUS_OPTIONS : OPTIONS_WITH_NONE}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(normalized, value as Status)}
        />
      </span>
    </li>
  );
}
