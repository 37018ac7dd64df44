import type { ImportReport } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/requests/client';
import { ImportInterrupted, refreshAfterImport, sendImport, type ImportProgress } from '../../api/import';
import { createYield } from './file/yield-to-main';
import type { Encoding } from './file/encoding';
import { FileError } from './file/file-error';
import { buildImportBody } from './import-body';
import { guessMapping, type Mapping } from './mapping/mapping';
import { readTable, withFirstLine, type Table } from './file/table';

/** A parsed file with its mapping. */
export interface ImportSource {
  readonly file: File;
  readonly table: Table;
  readonly mapping: Mapping;
}

export interface ImportWork {
  readonly kind: 'check' | 'import';
  /** Number of rows written to the request body. */
  readonly prepared: number;
  /** Size of the request body in bytes; 0 until it is complete. */
  readonly size: number;
  readonly progress: ImportProgress;
}

/** Why a check or an import failed. */
export type ImportFailure =
  | { readonly kind: ImportWork['kind']; readonly why: 'cancelled' | 'lost'; readonly wasSent: boolean }
  | { readonly kind: ImportWork['kind']; readonly why: 'rejected'; readonly error: unknown };

interface State {
  readonly reading: { readonly name: string; readonly fraction: number } | null;
  readonly error: FileError | null;
  readonly source: ImportSource | null;
  readonly work: ImportWork | null;
  /** The result of the dry run for the current mapping. */
  readonly report: ImportReport | null;
  readonly done: ImportReport | null;
  readonly failure: ImportFailure | null;
}

const INITIAL_STATE: State = {
  reading: null,
  error: null,
  source: null,
  work: null,
  report: null,
  done: null,
  failure: null,
};
const NO_PROGRESS: ImportProgress = { sent: 0, rows: 0 };

/** State of the import page: reads a file, then maps, checks, and imports it. Runs one operation at a time. */
export function useImport() {
  const queryClient = useQueryClient();
  const [state, setState] = useState(INITIAL_STATE);
  const update = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const controller = useRef(new AbortController());
  /** Time of the last cancellation. */
  const cancelledAt = useRef(Number.NEGATIVE_INFINITY);
  const body = useRef<{ readonly mapping: Mapping; readonly blob: Blob } | null>(null);
  useEffect(() => () => controller.current.abort(), []);

  /** Aborts the running operation and returns the signal for a new one. */
  const startOperation = (): AbortSignal => {
    controller.current.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  };

  /** With an encoding, reads the chosen file again. The current table remains if that fails. */
  const readFile = async (file: File, encoding?: Encoding) => {
    const signal = startOperation();
    body.current = null;
    const showReading = (fraction: number) => update({ reading: { name: file.name, fraction } });
    setState(({ source }) => ({ ...INITIAL_STATE, source: encoding ? source : null }));
    showReading(0);
    try {
      const yieldToMain = createYield();
      const table = await readTable(file, {
        encoding,
        signal,
        yieldToMain,
        onProgress: (bytes) => showReading(bytes / file.size),
      });
      update({ reading: null, source: { file, table, mapping: guessMapping(table) } });
    } catch (error) {
      if (signal.aborted) return;
      update({ reading: null, error: error instanceof FileError ? error : new FileError('unreadable') });
    }
  };

  const send = async ({ table, mapping }: ImportSource, kind: ImportWork['kind'], skipInvalid: boolean) => {
    const signal = startOperation();
    let work: ImportWork = { kind, prepared: 0, size: 0, progress: NO_PROGRESS };
    const updateWork = (change: Partial<ImportWork>) => update({ work: (work = { ...work, ...change }) });
    update({ work, failure: null, report: kind === 'check' ? null : state.report });
    try {
      if (body.current?.mapping !== mapping) {
        const onProgress = (prepared: number) => updateWork({ prepared });
        const blob = await buildImportBody(table, mapping, {
          signal,
          onProgress,
          yieldToMain: createYield(),
        });
        body.current = { mapping, blob };
      }
      const { blob } = body.current;
      updateWork({ prepared: table.rows.length, size: blob.size });
      const onProgress = (progress: ImportProgress) => updateWork({ progress });
      const options = { dryRun: kind === 'check', skipInvalid, onProgress, signal };
      const report = await sendAfterCancelled(cancelledAt.current, () => sendImport(blob, options), signal);
      if (kind === 'check' || (report.failed > 0 && !skipInvalid)) return update({ work: null, report });
      update({ work: null, done: report });
      await refreshAfterImport(queryClient);
    } catch (error) {
      // Another operation has replaced this one.
      if (controller.current.signal !== signal) return;
      if (error instanceof FileError) return update({ work: null, error });
      update({ work: null, report: null, failure: toFailure(error, kind, work.progress.sent === 1) });
    }
  };

  return {
    ...state,
    chooseFile: (file: File) => void readFile(file),
    setEncoding: (encoding: Encoding) => void (state.source && readFile(state.source.file, encoding)),
    map: (mapping: Mapping) =>
      setState((before) =>
        before.source
          ? { ...before, source: { ...before.source, mapping }, report: null, failure: null, error: null }
          : before,
      ),
    setFirstLineIsData: (isData: boolean) => setState((before) => withFirstLineState(before, isData)),
    check: () => void (state.source && send(state.source, 'check', true)),
    run: (skipInvalid: boolean) => void (state.source && send(state.source, 'import', skipInvalid)),
    cancel: () => {
      if (state.work) cancelledAt.current = performance.now();
      controller.current.abort();
      if (state.reading) update({ reading: null });
    },
    reset: () => {
      startOperation();
      body.current = null;
      setState(INITIAL_STATE);
    },
  };
}
export type ImportState = ReturnType<typeof useImport>;

/** Changes the columns, so it also resets the mapping and the report. */
function withFirstLineState(state: State, isData: boolean): State {
  if (!state.source) return state;
  try {
    const table = withFirstLine(state.source.table, isData);
    const source = { ...state.source, table, mapping: guessMapping(table) };
    return { ...state, source, report: null, failure: null, error: null };
  } catch (error) {
    if (error instanceof FileError) return { ...state, error };
    throw error;
  }
}

/** How long the service may need to notice a cancellation and roll back. */
const CANCEL_GRACE_MS = 10_000;
const RETRY_MS = 500;

/** Retries while a just-canceled import is still in progress on the server, instead of reporting an error. */
async function sendAfterCancelled<T>(
  cancelledAt: number,
  send: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isInProgress = error instanceof ApiError && error.code === 'import_in_progress';
      if (!isInProgress || performance.now() - cancelledAt > CANCEL_GRACE_MS) throw error;
      await new Promise((next) => setTimeout(next, RETRY_MS));
      signal.throwIfAborted();
    }
  }
}

function toFailure(error: unknown, kind: ImportWork['kind'], wasSent: boolean): ImportFailure {
  if (error instanceof ImportInterrupted) return { kind, why: 'lost', wasSent: error.wasSent };
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  return isCancelled ? { kind, why: 'cancelled', wasSent } : { kind, why: 'rejected', error };
}
