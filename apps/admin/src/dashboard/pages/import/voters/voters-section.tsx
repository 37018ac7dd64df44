import type { ImportReport } from '@libs/contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { refreshAfterImport, sendImport } from '../../../api/import';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { FileError } from '../file/file-error';
import { readTable, type Table } from '../file/table';
import styles from '../import.module.css';
import { ProblemLists } from '../problem-lists';
import { VoterColumnFields } from './voter-column-fields';
import { areComplete, guessPrefix, matchVoterColumns, voterRows, type VoterColumns } from './voter-rows';

const texts = t.importing.voters;

interface VoterFile {
  readonly name: string;
  readonly table: Table;
  readonly columns: VoterColumns;
  readonly prefix: string;
}

/**
 * Imports a second file, with the people who asked for items that exist.
 * @param prefix the source name of the items; it can be changed
 */
export function VotersSection({ prefix = '' }: { prefix?: string }) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<VoterFile | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: ({ of, dryRun }: { of: VoterFile; dryRun: boolean }) => sendVoters(of, dryRun),
    onSuccess: (report) => (report.dry_run ? undefined : refreshAfterImport(queryClient)),
  });
  const area = useKeptFocus(send.isPending);
  const check = (of: VoterFile) => {
    setFile(of);
    if (areComplete(of.columns)) send.mutate({ of, dryRun: true });
    else send.reset();
  };
  const choose = async (chosen: File) => {
    setFile(null);
    setFileError(null);
    send.reset();
    try {
      const table = await readTable(chosen);
      const columns = matchVoterColumns(table);
      check({ name: chosen.name, table, columns, prefix: guessPrefix(table) || prefix });
    } catch (error) {
      setFileError(
        error instanceof FileError ? t.importing.rowErrors[error.code](error.figure) : texts.unreadable,
      );
    }
  };
  return (
    <Section title={texts.title} hint={texts.hint}>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        hidden
        aria-label={texts.label}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          if (chosen) void choose(chosen);
          currentTarget.value = '';
        }}
      />
      <Stack ref={area} tabIndex={-1} gap="md" className={styles.area}>
        <Group>
          <Button variant="default" loading={send.isPending} onClick={() => input.current?.click()}>
            {file ? t.importing.file.other : texts.choose}
          </Button>
          {file && (
            <div className={styles.chosenWords}>
              <div className={styles.fileName}>{file.name}</div>
              <div className={styles.dim}>
                {t.importing.file.facts(file.table.rows.length, file.table.columns.length)}
              </div>
            </div>
          )}
        </Group>
        {fileError && (
          <Note tone="danger" role="alert">
            {fileError}
          </Note>
        )}
        {file && (
          <VoterColumnFields
            table={file.table}
            columns={file.columns}
            isBusy={send.isPending}
            onChange={(columns) => check({ ...file, columns })}
          />
        )}
        {file && file.columns.external_id !== null && (
          <TextInput
            label={texts.prefix}
            description={texts.prefixHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            defaultValue={file.prefix}
            disabled={send.isPending}
            maw="28rem"
            onBlur={({ currentTarget: { value } }) => {
              const prefix = value.trim();
              if (prefix !== file.prefix) check({ ...file, prefix });
            }}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') currentTarget.blur();
            }}
          />
        )}
        {send.error && <ErrorNote error={send.error} />}
        {file && send.data && (
          <VoterReport
            file={file}
            report={send.data}
            onImport={() => send.mutate({ of: file, dryRun: false })}
          />
        )}
      </Stack>
    </Section>
  );
}

interface VoterReportProps {
  readonly file: VoterFile;
  readonly report: ImportReport;
  readonly onImport: () => void;
}

function VoterReport({ file: { table, columns }, report, onImport }: VoterReportProps) {
  const { dry_run: isCheck, created, existing, failed } = report;
  return (
    <>
      <Note tone={isCheck ? 'info' : 'success'} role="status">
        {texts.summary(isCheck, created, existing, failed)}
      </Note>
      <ProblemLists report={report} table={table} titleColumn={columns.title} />
      {isCheck && created > 0 && (
        <Group>
          <Button onClick={onImport}>{texts.run(created)}</Button>
        </Group>
      )}
    </>
  );
}

/** Gives the focus back to a field that was disabled while the service worked, or to the area if the field is gone. */
function useKeptFocus(isBusy: boolean): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isBusy || document.activeElement !== document.body) return;
    if (focused.current?.isConnected) focused.current.focus({ preventScroll: true });
    else if (focused.current) area.current?.focus({ preventScroll: true });
  }, [isBusy]);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement && area.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  return area;
}

/** Skips invalid rows: the check has listed them. */
function sendVoters({ table, columns, prefix }: VoterFile, dryRun: boolean): Promise<ImportReport> {
  const lines = [...voterRows(table, columns, prefix)].map((row) => `${JSON.stringify(row)}\n`);
  const body = new Blob(lines, { type: 'application/x-ndjson' });
  const options = { dryRun, skipInvalid: true, onProgress: () => {}, signal: new AbortController().signal };
  return sendImport(body, { ...options, of: 'requests' });
}
