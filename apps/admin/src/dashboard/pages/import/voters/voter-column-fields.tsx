import { t } from '../../../../messages';
import { SelectField } from '../../../../ui/forms/select-field';
import { Note } from '../../../../ui/states/note';
import type { Table } from '../file/table';
import styles from '../import.module.css';
import { areComplete, VOTER_FIELDS, type VoterColumns } from './voter-rows';

const texts = t.importing.voters;

interface Props {
  readonly table: Table;
  readonly columns: VoterColumns;
  readonly isBusy: boolean;
  readonly onChange: (columns: VoterColumns) => void;
}

/** Maps the columns of a file with voters to fields. */
export function VoterColumnFields({ table, columns, isBusy, onChange }: Props) {
  const choices = [
    { value: null, label: t.importing.columns.none },
    ...table.columns.map((label, index) => ({ value: index, label })),
  ];
  return (
    <>
      <fieldset className={styles.fields} disabled={isBusy}>
        <legend className="visually-hidden">{t.importing.columns.legend}</legend>
        <div className={styles.grid}>
          {VOTER_FIELDS.map((field) => (
            <SelectField
              key={field}
              label={texts.fields[field]}
              options={choices}
              value={columns[field]}
              onChange={(column) => onChange({ ...columns, [field]: column })}
            />
          ))}
        </div>
      </fieldset>
      {!areComplete(columns) && <Note tone="warning">{texts.incomplete}</Note>}
    </>
  );
}
