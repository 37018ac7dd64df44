import type { Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { NativeSelect } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../../messages';
import { StatusIcon } from '../../../../ui/status-icon';
import styles from '../import.module.css';
import { cellsOf, type Mapping } from '../mapping/mapping';
import { STATUS_WORDS_MAX, wordsIn } from '../mapping/statuses';
import type { Table } from '../file/table';

const texts = t.importing.statuses;
const CHOICES = STATUSES.map((value) => ({ value: value as string, label: t.ui.statuses[value] }));
const WITH_NONE = [{ value: '', label: texts.none }, ...CHOICES];

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
        {words.slice(0, STATUS_WORDS_MAX).map((one) => (
          <StatusField key={one.word} {...one} status={statuses.get(one.word)} onChoose={choose} />
        ))}
      </ul>
      {words.length > STATUS_WORDS_MAX && <p className={styles.dim}>{texts.more(STATUS_WORDS_MAX)}</p>}
    </fieldset>
  );
}

interface FieldProps {
  readonly word: string;
  readonly text: string;
  readonly count: number;
  /** Undefined while nobody knows what the word means. */
  readonly status: Status | undefined;
  readonly onChoose: (word: string, status: Status) => void;
}

function StatusField({ word, text, count, status, onChoose }: FieldProps) {
  return (
    <li>
      <span className={styles.statusWord}>
        {text} <span className={styles.dim}>{texts.rows(count)}</span>
      </span>
      <span className={styles.statusChoice}>
        {status ? (
          <StatusIcon status={status} />
        ) : (
          <CircleHelp size={16} aria-hidden className={styles.unknownIcon} />
        )}
        <NativeSelect
          aria-label={texts.label(text)}
          data={status ? CHOICES : WITH_NONE}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(word, value as Status)}
        />
      </span>
    </li>
  );
}
