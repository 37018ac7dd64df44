import type { ImportReport } from '@libs/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshAfterImport, sendImport } from '../../../api/import';
import { t } from '../../../../messages';
import { SelectField } from '../../../../ui/forms/select-field';
import { Section } from '../../../../ui/layout/section';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { FileError } from '../file/file-error';
import { readTable, type Table } from '../file/table';
import { guessPrefix, matchVoterColumns, voterRows, type VoterColumns } from './voter-rows';

const texts = t.importing.voters;
const PREFIXES = ['', 'canny', 'fider', 'astuto', 'quackback', 'feeblo', 'file'];
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
    send.mutate({ of, dryRun: true });
  };
  const choose = async (chosen: File) => {
    setFile(null);
    setFileError(null);
    send.reset();
    try {
      const table = await readTable(chosen);
      const columns = matchVoterColumns(table);
      if (columns) check({ name: chosen.name, table, columns, prefix: guessPrefix(table) });
      else setFileError(texts.noColumns);
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
          <SelectField
            label={texts.prefix}
            description={texts.prefixHint}
            options={PREFIXES.map((value) => ({ value, label: value || texts.noPrefix }))}
            value={file.prefix}
            disabled={send.isPending}
            onChange={(prefix) => check({ ...file, prefix: prefix ?? '' })}
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
