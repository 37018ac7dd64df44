import type { Status } from '@libs/api-client';
import { STATUSES } from '@libs/feedback';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../messages';
import { StatusIcon } from '../../ui/status-icon';
import styles from './import.module.css';
import { cellsOf, type Mapping } from './mapping';
import { STATUS_WORDS_MAX, wordsIn } from './statuses';
import type { Table } from './table';

const texts = t.importing.statuses;
const CHOICES = STATUSES.map((value) => ({ value, label: t.ui.statuses[value] }));

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Each word the file has for a status, how often, and which of the five it is. */
export function StatusFields({ table, mapping, onChange }: Props) {
  const { columns, statuses } = mapping;
  const words = useMemo(() => wordsIn(cellsOf(table, columns.status)), [table, columns.status]);
  if (words.length === 0) return null;
  const choose = (word: string, status: Status) =>
    onChange({ ...mapping, statuses: new Map(statuses).set(word, status) });
  return (
    <fieldset className={styles.group}>
      <legend>{texts.legend}</legend>
      <p className={styles.dim}>{texts.hint}</p>
      <ul className={styles.statuses}>
        {words.slice(0, STATUS_WORDS_MAX).map(({ word, text, count }) => (
          <li key={word}>
            <span className={styles.statusWord}>
              {text} <span className={styles.dim}>{texts.rows(count)}</span>
            </span>
            <StatusIcon status={statuses.get(word) ?? 'new'} />
            <NativeSelect
              aria-label={texts.label(text)}
              data={CHOICES}
              value={statuses.get(word) ?? 'new'}
              onChange={({ currentTarget: { value } }) => choose(word, value as Status)}
            />
          </li>
        ))}
      </ul>
      {words.length > STATUS_WORDS_MAX && <p className={styles.dim}>{texts.more(STATUS_WORDS_MAX)}</p>}
    </fieldset>
  );
}
