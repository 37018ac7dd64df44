import type { ImportReport } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import { ImportBroken, refreshAfterImport, sendImport, type ImportProgress } from '../../api/import';
import { newPause } from './file/yield-to-main';
import { FileError } from './file/file-error';
import { importBody } from './import-body';
import { guessedMapping, type Mapping } from './mapping/mapping';
import { readTable, withFirstLine, type Table } from './file/table';

/** A file that has been read, and what is to become of it. */
export interface Source {
  readonly name: string;
  readonly table: Table;
  readonly mapping: Mapping;
}

export interface Work {
  readonly kind: 'check' | 'import';
  /** Rows written into what is sent. */
  readonly prepared: number;
  /** Bytes of it; 0 until it is whole. */
  readonly size: number;
  readonly progress: ImportProgress;
}

/** How a check or an import ended otherwise than well. */
export type Failure =
  | { readonly kind: Work['kind']; readonly why: 'cancelled' | 'lost'; readonly wasSent: boolean }
  | { readonly kind: Work['kind']; readonly why: 'refused'; readonly error: unknown };

interface State {
  readonly reading: { readonly name: string; readonly fraction: number } | null;
  readonly fault: FileError | null;
  readonly source: Source | null;
  readonly work: Work | null;
  /** What would happen; of this very mapping. */
  readonly report: ImportReport | null;
  readonly done: ImportReport | null;
  readonly failure: Failure | null;
}

const NOTHING: State = {
  reading: null,
  fault: null,
  source: null,
  work: null,
  report: null,
  done: null,
  failure: null,
};
const NOT_SENT: ImportProgress = { sent: 0, rows: 0 };

/** From a file to items: read it, change what becomes of it, check, import. One thing at a time. */
export function useImport() {
  const queries = useQueryClient();
  const [state, setState] = useState(NOTHING);
  const update = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const running = useRef(new AbortController());
  /** When somebody cancelled last. */
  const cancelled = useRef(Number.NEGATIVE_INFINITY);
  const body = useRef<{ readonly mapping: Mapping; readonly blob: Blob } | null>(null);
  useEffect(() => () => running.current.abort(), []);

  /** Ends what is under way and gives the signal of what begins. */
  const begin = (): AbortSignal => {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  const choose = async (file: File) => {
    const signal = begin();
    body.current = null;
    const reading = (fraction: number) => update({ reading: { name: file.name, fraction } });
    setState(NOTHING);
    reading(0);
    try {
      const pause = newPause();
      const table = await readTable(file, {
        signal,
        pause,
        onProgress: (bytes) => reading(bytes / file.size),
      });
      update({ reading: null, source: { name: file.name, table, mapping: guessedMapping(table) } });
    } catch (error) {
      if (signal.aborted) return;
      update({ reading: null, fault: error instanceof FileError ? error : new FileError('unreadable') });
    }
  };

  const send = async ({ table, mapping }: Source, kind: Work['kind'], skipInvalid: boolean) => {
    const signal = begin();
    let work: Work = { kind, prepared: 0, size: 0, progress: NOT_SENT };
    const advance = (change: Partial<Work>) => update({ work: (work = { ...work, ...change }) });
    update({ work, failure: null, report: kind === 'check' ? null : state.report });
    try {
      if (body.current?.mapping !== mapping) {
        const onProgress = (prepared: number) => advance({ prepared });
        const blob = await importBody(table, mapping, { signal, onProgress, pause: newPause() });
        body.current = { mapping, blob };
      }
      const { blob } = body.current;
      advance({ prepared: table.rows.length, size: blob.size });
      const onProgress = (progress: ImportProgress) => advance({ progress });
      const options = { dryRun: kind === 'check', skipInvalid, onProgress, signal };
      const report = await sentAfter(cancelled.current, () => sendImport(blob, options), signal);
      if (kind === 'check' || (report.failed > 0 && !skipInvalid)) return update({ work: null, report });
      update({ work: null, done: report });
      await refreshAfterImport(queries);
    } catch (error) {
      // Whoever began something else has put it in the place of this.
      if (running.current.signal !== signal) return;
      if (error instanceof FileError) return update({ work: null, fault: error });
      update({ work: null, report: null, failure: failureOf(error, kind, work.progress.sent === 1) });
    }
  };

  return {
    ...state,
    choose: (file: File) => void choose(file),
    map: (mapping: Mapping) =>
      setState((before) =>
        before.source
          ? { ...before, source: { ...before.source, mapping }, report: null, failure: null, fault: null }
          : before,
      ),
    takeFirstLine: (isData: boolean) => setState((before) => withFirstLineOf(before, isData)),
    check: () => void (state.source && send(state.source, 'check', true)),
    run: (skipInvalid: boolean) => void (state.source && send(state.source, 'import', skipInvalid)),
    cancel: () => {
      if (state.work) cancelled.current = performance.now();
      running.current.abort();
      if (state.reading) setState(NOTHING);
    },
    reset: () => {
      begin();
      body.current = null;
      setState(NOTHING);
    },
  };
}
export type Import = ReturnType<typeof useImport>;

/** Its columns are other ones then, and so all that was said about them. */
function withFirstLineOf(state: State, isData: boolean): State {
  if (!state.source) return state;
  try {
    const table = withFirstLine(state.source.table, isData);
    const source = { ...state.source, table, mapping: guessedMapping(table) };
    return { ...state, source, report: null, failure: null, fault: null };
  } catch (error) {
    if (error instanceof FileError) return { ...state, fault: error };
    throw error;
  }
}

/** So long the service may need to notice that somebody cancelled, and to take back what it has. */
const NOTICED_MS = 10_000;
const PAUSE_MS = 500;

/** What was cancelled a moment ago is in nobody's way: it is waited for instead of told about. */
async function sentAfter<T>(cancelled: number, send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isInTheWay = error instanceof ApiError && error.code === 'import_in_progress';
      if (!isInTheWay || performance.now() - cancelled > NOTICED_MS) throw error;
      await new Promise((next) => setTimeout(next, PAUSE_MS));
      signal.throwIfAborted();
    }
  }
}

function failureOf(error: unknown, kind: Work['kind'], wasSent: boolean): Failure {
  if (error instanceof ImportBroken) return { kind, why: 'lost', wasSent: error.wasSent };
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  return isCancelled ? { kind, why: 'cancelled', wasSent } : { kind, why: 'refused', error };
}
