import { TITLE_MAX } from '@libs/feedback';
import { longerThan } from '@libs/kernel';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { SelectField } from '../../../../ui/forms/select-field';
import { Section } from '../../../../ui/layout/section';
import styles from '../import.module.css';
import { isLikeHtml } from '../file/html-text';
import { hasNoDate, hasNoTitle } from '../mapping/import-rows';
import { columnCells, unmappedColumns, withColumn, type Mapping } from '../mapping/mapping';
import { RowPreview } from '../row-preview';
import { TARGET_FIELDS } from '../mapping/column-names';
import { DayOrderField } from './day-order-field';
import { StatusFields } from './status-fields';
import type { ImportSource } from '../use-import';

const texts = t.importing.columns;
const PREFIX_MAX = 32;

interface Props {
  readonly source: ImportSource;
  readonly isBusy: boolean;
  readonly onChange: (mapping: Mapping) => void;
  readonly onFirstLine: (isData: boolean) => void;
}

/** Maps columns to fields, with a preview of the first rows. */
export function ColumnsStep({ source, isBusy, onChange, onFirstLine }: Props) {
  const { table, mapping } = source;
  return (
    <Section title={t.importing.steps.columns}>
      <Stack gap="lg">
        {mapping.source === 'own' ? (
          <Note tone="info" title={t.importing.sources.own}>
            {t.importing.ownText}
          </Note>
        ) : (
          <fieldset className={styles.fields} disabled={isBusy}>
            <legend className="visually-hidden">{texts.legend}</legend>
            {table.first && (
              <Checkbox
                label={texts.names}
                description={texts.namesHint(table.first.cells)}
                checked={!table.first.isData}
                onChange={({ currentTarget: { checked } }) => onFirstLine(!checked)}
              />
            )}
            <ColumnFields source={source} onChange={onChange} />
            <FallbackDateField source={source} onChange={onChange} />
            <StatusFields table={table} mapping={mapping} onChange={onChange} />
            <ImportOptions source={source} onChange={onChange} />
          </fieldset>
        )}
        <RowPreview table={table} mapping={mapping} />
      </Stack>
    </Section>
  );
}

type FieldProps = Pick<Props, 'source' | 'onChange'>;

function ColumnFields({ source, onChange }: FieldProps) {
  const { table, mapping } = source;
  const { columns, prefix } = mapping;
  const choices = [
    { value: null, label: texts.none },
    ...table.columns.map((label, index) => ({ value: index, label })),
  ];
  const hasText = columns.title !== null || columns.description !== null;
  const hint = columns.title === null && hasText ? texts.titleFromText : undefined;
  return (
    <>
      <div className={styles.grid}>
        {TARGET_FIELDS.map((target) => (
          <SelectField
            key={target}
            label={t.importing.fields[target]}
            options={choices}
            value={columns[target]}
            onChange={(column) => onChange(withColumn(mapping, table, target, column))}
            error={target === 'title' && !hasText && texts.noTitle}
            description={target === 'title' ? hint : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        ))}
        {columns.external_id !== null && (
          <TextInput
            label={texts.prefix}
            description={texts.prefixHint(`${prefix}:12`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            value={prefix}
            onChange={({ currentTarget: { value } }) => onChange({ ...mapping, prefix: toPrefix(value) })}
          />
        )}
      </div>
      <p className={styles.dim}>{texts.again(columns.external_id !== null)}</p>
      <DayOrderField source={source} onChange={onChange} />
    </>
  );
}

/** Replaces special characters, because a colon follows the prefix. */
const toPrefix = (text: string): string => text.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, PREFIX_MAX);

/** The creation date for rows without one. */
function FallbackDateField({ source: { table, mapping }, onChange }: FieldProps) {
  const { created_at: column } = mapping.columns;
  const rowsWithoutDate = useMemo(
    () => table.rows.filter((cells) => hasNoDate(cells, column)).length,
    [table, column],
  );
  if (rowsWithoutDate === 0) return null;
  return (
    <TextInput
      type="date"
      label={texts.date}
      description={texts.dateHint(rowsWithoutDate)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      max={new Date().toISOString().slice(0, 10)}
      value={mapping.fallbackDate ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ ...mapping, fallbackDate: value || null })}
      maw="16rem"
    />
  );
}

function ImportOptions({ source: { table, mapping }, onChange }: FieldProps) {
  const unmapped = unmappedColumns(mapping, table);
  const { title, description } = mapping.columns;
  const longTitles = useMemo(
    () => [...columnCells(table, title)].filter((cell) => cell && longerThan(cell.trim(), TITLE_MAX)).length,
    [table, title],
  );
  const rowsWithoutTitle = useMemo(
    () => table.rows.filter((cells) => hasNoTitle(cells, mapping)).length,
    [table, mapping],
  );
  const isHtml = useMemo(
    () => [...columnCells(table, description)].some((cell) => cell && isLikeHtml(cell)),
    [table, description],
  );
  return (
    <>
      {isHtml && (
        <Checkbox
          label={texts.html}
          description={texts.htmlHint}
          checked={mapping.convertHtml}
          onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, convertHtml: checked })}
        />
      )}
      {rowsWithoutTitle > 0 && (
        <Checkbox
          label={texts.fill(rowsWithoutTitle)}
          checked={mapping.fillTitles}
          onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, fillTitles: checked })}
        />
      )}
      {longTitles > 0 && (
        <Checkbox
          label={texts.cut(longTitles)}
          checked={mapping.cutTitles}
          onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, cutTitles: checked })}
        />
      )}
      {unmapped.length > 0 && (
        <Checkbox.Group
          label={texts.extras}
          description={texts.extrasHint}
          value={mapping.extraColumns.map(String)}
          onChange={(chosen) =>
            onChange({ ...mapping, extraColumns: unmapped.filter((one) => chosen.includes(String(one))) })
          }
        >
          <div className={styles.checks}>
            {unmapped.map((index) => (
              <Checkbox key={index} value={String(index)} label={table.columns[index]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
