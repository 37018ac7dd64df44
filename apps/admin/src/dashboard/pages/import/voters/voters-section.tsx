import type { ImportReport } from '@libs/contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshAfterImport, sendImport } from '../../../api/import';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { FileError } from '../file/file-error';
import { readTable, type Table } from '../file/table';
import { VoterColumnFields } from './voter-column-fields';
import { areComplete, guessPrefix, matchVoterColumns, voterRows, type VoterColumns } from './voter-rows';

const texts = t.importing.voters;
const PROBLEMS_SHOWN = 5;

interface VoterFile {
  readonly name: string;
  readonly table: Table;
  readonly columns: VoterColumns;
  readonly prefix: string;
}

/** Imports a second file, with the people who asked for items that exist. */
export function VotersSection() {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<VoterFile | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: ({ of, dryRun }: { of: VoterFile; dryRun: boolean }) => sendVoters(of, dryRun),
    onSuccess: (report) => (report.dry_run ? undefined : refreshAfterImport(queryClient)),
  });
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
      check({ name: chosen.name, table, columns, prefix: guessPrefix(table) });
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
      <Stack gap="md" align="flex-start">
        <Button variant="default" loading={send.isPending} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
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
          <VoterReport report={send.data} onImport={() => send.mutate({ of: file, dryRun: false })} />
        )}
      </Stack>
    </Section>
  );
}

interface VoterReportProps {
  readonly report: ImportReport;
  readonly onImport: () => void;
}

function VoterReport({ report, onImport }: VoterReportProps) {
  const { dry_run: isCheck, created, existing, failed, errors } = report;
  return (
    <>
      <Note tone={isCheck ? 'info' : 'success'} role="status">
        {texts.summary(isCheck, created, existing, failed)}
      </Note>
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, PROBLEMS_SHOWN).map(({ line, param, message }) => (
            <li key={`${line} ${param}`}>{message}</li>
          ))}
        </ul>
      )}
      {isCheck && created > 0 && (
        <Group>
          <Button onClick={onImport}>{texts.run(created)}</Button>
        </Group>
      )}
    </>
  );
}

/** Skips invalid rows: the check has listed them. */
function sendVoters({ table, columns, prefix }: VoterFile, dryRun: boolean): Promise<ImportReport> {
  const lines = [...voterRows(table, columns, prefix)].map((row) => `${JSON.stringify(row)}\n`);
  const body = new Blob(lines, { type: 'application/x-ndjson' });
  const options = { dryRun, skipInvalid: true, onProgress: () => {}, signal: new AbortController().signal };
  return sendImport(body, { ...options, of: 'requests' });
}
