import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useId, useRef } from 'react';
import { t } from '../../../messages';
import type { OperationEntry } from '../../document/reference';
import styles from '../console.module.css';
import { selectedContent, isJson, findJsonError, type RequestDraft } from './request';

const texts = t.docs.console;
const EDITOR_ROWS = { least: 5, most: 18 };

interface Props {
  readonly operation: OperationEntry;
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
  /** The JSON syntax error of the body; null until the user tries to send it. */
  readonly jsonError: string | null;
  readonly onSendAnyway: () => void;
}

/** The body as text, prefilled with an example. A body that isn't JSON can also be a file. */
export function BodyEditor({ operation, draft, onChange, jsonError, onSendAnyway }: Props) {
  const contents = operation.body?.contents ?? [];
  const content = selectedContent(operation, draft);
  if (!content) return null;
  const lines = draft.body.split('\n').length;
  const choose = (type: string) => {
    const next = contents.find((one) => one.type === type);
    const isSame = isJson(type) && isJson(draft.mediaType);
    onChange({ mediaType: type, file: null, ...(isSame ? {} : { body: next?.examples[0]?.text ?? '' }) });
  };
  return (
    <div className={styles.body}>
      <div className={styles.choices}>
        {contents.length > 1 && (
          <NativeSelect
            size="xs"
            label={texts.mediaType}
            value={draft.mediaType}
            onChange={(event) => choose(event.currentTarget.value)}
            data={contents.map(({ type }) => type)}
          />
        )}
        {content.examples.length > 1 && (
          <NativeSelect
            size="xs"
            label={texts.example}
            value={content.examples.find(({ text }) => text === draft.body)?.name ?? ''}
            onChange={(event) => {
              const example = content.examples.find(({ name }) => name === event.currentTarget.value);
              if (example) onChange({ body: example.text, file: null });
            }}
            data={[
              ...(content.examples.some(({ text }) => text === draft.body)
                ? []
                : [{ value: '', label: '–' }]),
              ...content.examples.map(({ name, summary }) => ({ value: name, label: summary || name })),
            ]}
          />
        )}
      </div>
      {draft.file ? (
        <p className={styles.chosen}>{texts.fileChosen(draft.file.name)}</p>
      ) : (
        <Textarea
          label={texts.body}
          size="xs"
          rows={Math.min(EDITOR_ROWS.most, Math.max(EDITOR_ROWS.least, lines))}
          value={draft.body}
          onChange={(event) => onChange({ body: event.currentTarget.value })}
          error={jsonError === null ? undefined : `${texts.notJson} ${jsonError}`}
          classNames={{ input: styles.editor }}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
      )}
      <div className={styles.tools}>
        {isJson(draft.mediaType) ? (
          <>
            <Button
              size="compact-xs"
              className={styles.small}
              variant="subtle"
              disabled={findJsonError(draft) !== null}
              onClick={() => onChange({ body: JSON.stringify(JSON.parse(draft.body), null, 2) })}
            >
              {texts.format}
            </Button>
            {jsonError !== null && (
              <Button
                size="compact-xs"
                className={styles.small}
                variant="subtle"
                color="gray"
                onClick={onSendAnyway}
              >
                {texts.sendAnyway}
              </Button>
            )}
          </>
        ) : (
          <FileField file={draft.file} onChange={(file) => onChange({ file })} />
        )}
      </div>
    </div>
  );
}

interface FileFieldProps {
  readonly file: File | null;
  readonly onChange: (file: File | null) => void;
}

function FileField({ file, onChange }: FileFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const clear = () => {
    field.current!.value = '';
    onChange(null);
  };
  return (
    <>
      <label htmlFor={id} className={styles.fileLabel}>
        {texts.file}
      </label>
      <input
        ref={field}
        id={id}
        type="file"
        className={styles.file}
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
      {file && (
        <Button size="compact-xs" className={styles.small} variant="subtle" color="gray" onClick={clear}>
          {texts.fileClear}
        </Button>
      )}
    </>
  );
}
