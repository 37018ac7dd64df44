import { Button, Progress } from '@mantine/core';
import { FileText, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { t } from '../../../messages';
import { ENCODINGS } from './file/encoding';
import { labelled } from '../../../ui/forms/options';
import { SelectField } from '../../../ui/forms/select-field';
import { Note } from '../../../ui/states/note';
import { Section } from '../../../ui/layout/section';
import styles from './import.module.css';
import { useFallbackFocus } from '../../../ui/focus/use-fallback-focus';
import type { ImportState } from './use-import';

const texts = t.importing.file;

export function FileStep({ state }: { readonly state: ImportState }) {
  const { reading, source, error } = state;
  const input = useRef<HTMLInputElement>(null);
  const focusArea = useFallbackFocus(`${reading !== null && source === null} ${source !== null}`);
  const statusText = source ? texts.ready(source.file.name, source.table.rows.length) : '';
  return (
    <Section title={t.importing.steps.file} hint={source ? undefined : texts.hint}>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        hidden
        aria-label={texts.label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Reset the value, so that the same file can be chosen again after a change.
          if (file) state.chooseFile(file);
          currentTarget.value = '';
        }}
      />
      <div ref={focusArea} tabIndex={-1} className={styles.area}>
        {source ? (
          <ChosenFile state={state} source={source} onReplace={() => input.current?.click()} />
        ) : reading ? (
          <ReadingProgress {...reading} onCancel={state.cancel} />
        ) : (
          <DropZone onChoose={() => input.current?.click()} />
        )}
      </div>
      {error && (
        <div className={styles.below}>
          <Note tone="danger" role="alert">
            {t.importing.rowErrors[error.code](error.figure)}
          </Note>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
      {!source && <FormatHelp />}
    </Section>
  );
}

/** The button works for everyone; dropping a file anywhere on the page is a shortcut. */
function DropZone({ onChoose }: { readonly onChoose: () => void }) {
  const [depth, setDepth] = useState(0);
  const trackDepth = (change: number) => (event: DragEvent) => {
    event.preventDefault();
    setDepth((before) => Math.max(0, before + change));
  };
  return (
    <div
      className={styles.drop}
      data-over={depth > 0 || undefined}
      onDragEnter={trackDepth(1)}
      onDragLeave={trackDepth(-1)}
      onDrop={() => setDepth(0)}
    >
      <Upload size={22} className={styles.dropIcon} />
      <Button onClick={onChoose}>{texts.choose}</Button>
      <span className={styles.dropHint}>{depth > 0 ? texts.dropNow : texts.drop}</span>
    </div>
  );
}

function ReadingProgress({
  name,
  fraction,
  onCancel,
}: NonNullable<ImportState['reading']> & { onCancel: () => void }) {
  return (
    <div className={styles.work}>
      <span>{texts.reading(name)}</span>
      <Progress value={fraction * 100} aria-label={texts.reading(name)} />
      <Button variant="default" size="xs" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

interface ChosenFileProps {
  readonly state: ImportState;
  readonly source: NonNullable<ImportState['source']>;
  readonly onReplace: () => void;
}

function ChosenFile({ state, source: { file, table, mapping }, onReplace }: ChosenFileProps) {
  const { work, reading } = state;
  return (
    <>
      <div className={styles.chosen}>
        <FileText size={20} className={styles.dropIcon} />
        <div className={styles.chosenWords}>
          <div className={styles.fileName}>{file.name}</div>
          <div className={styles.dim}>
            {t.importing.sources[mapping.source]} · {texts.facts(table.rows.length, table.columns.length)}
          </div>
        </div>
        <Button variant="default" disabled={work !== null} onClick={onReplace}>
          {texts.other}
        </Button>
      </div>
      {table.kind === 'csv' && (
        <SelectField
          label={texts.encoding}
          description={table.encoding === 'utf-8' ? undefined : texts.encodingHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          options={labelled(ENCODINGS, texts.encodings)}
          value={table.encoding}
          disabled={work !== null}
          onChange={state.setEncoding}
          maw="20rem"
          mt="md"
        />
      )}
      {reading && (
        <div className={styles.below}>
          <ReadingProgress {...reading} onCancel={state.cancel} />
        </div>
      )}
    </>
  );
}

function FormatHelp() {
  return (
    <details className={styles.help}>
      <summary>{texts.help}</summary>
      <dl>
        {texts.helps.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
