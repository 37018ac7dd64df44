import type {
  Data,
  ErrorBody,
  ImportCounts,
  ImportEntry,
  ImportEvent,
  ImportReport,
  UndoneImport,
} from '@libs/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, call, refusalOf } from './client';
import { connection } from './connection';

/** The connection ended before the service said how it ended. */
export class ImportBroken extends Error {
  override readonly name = 'ImportBroken';

  /** @param wasSent whether the service has everything: then it may have gone on, and nobody knows */
  constructor(readonly wasSent: boolean) {
    super('The connection was lost');
  }
}

export interface ImportProgress {
  /** Of what is sent, from 0 to 1. */
  readonly sent: number;
  /** Rows the service has worked through. */
  readonly rows: number;
}

interface Options {
  readonly dryRun: boolean;
  readonly skipInvalid: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends the lines of an import. `XMLHttpRequest`, because `fetch` says nothing about how far the sending has got.
 * @throws ApiError what the service refused: nothing was imported
 * @throws ImportBroken
 * @throws DOMException `AbortError` when `signal` said so
 */
export function sendImport(
  body: Blob,
  { dryRun, skipInvalid, onProgress, signal }: Options,
): Promise<ImportReport> {
  return new Promise<ImportReport>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const events = new ImportEvents();
    let progress: ImportProgress = { sent: 0, rows: 0 };
    const advance = (change: Partial<ImportProgress>) => onProgress((progress = { ...progress, ...change }));
    const abort = () => request.abort();

    request.open('POST', `/app/api/feedback/import?dry_run=${dryRun}&skip_invalid=${skipInvalid}`);
    request.setRequestHeader('content-type', 'application/x-ndjson');
    request.upload.onprogress = ({ loaded, total }) => advance({ sent: Math.min(loaded / total, 0.999) });
    request.upload.onload = () => advance({ sent: 1 });
    request.onprogress = () => {
      if (request.status !== 200) return;
      events.read(request.responseText);
      advance({ rows: events.rows });
    };
    request.onload = () => {
      connection.report(request.status);
      const { status, responseText } = request;
      if (status !== 200)
        return reject(refusalOf(status, request.getResponseHeader('retry-after'), responseText));
      events.read(`${responseText}\n`);
      if (events.outcome) resolve(events.outcome);
      else reject(events.refusal ?? new ImportBroken(true));
    };
    request.onerror = () => {
      connection.report(0);
      reject(new ImportBroken(progress.sent === 1));
    };
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

/** The lines of the answer, as they come. */
export class ImportEvents {
  rows = 0;
  outcome: ImportReport | null = null;
  refusal: ApiError | null = null;
  private at = 0;

  /** @param text all there is so far; what is behind the last line break is not a line yet */
  read(text: string): void {
    for (let end = text.indexOf('\n', this.at); end >= 0; end = text.indexOf('\n', this.at)) {
      const line = text.slice(this.at, end);
      this.at = end + 1;
      if (line.trim() !== '') this.take(line);
    }
  }

  private take(line: string): void {
    let event: ImportEvent;
    try {
      event = JSON.parse(line) as ImportEvent;
    } catch {
      // Cut off: without an outcome the answer counts as lost.
      return;
    }
    if ('progress' in event) this.rows = event.progress.rows;
    else if ('data' in event) this.outcome = event.data;
    else this.refusal = refusalIn(event.error);
  }
}

/** Refused when the answer had begun: the status was already sent, the kind says what it would have been. */
function refusalIn(error: ErrorBody['error']): ApiError {
  const status = error.type === 'api_error' ? 500 : 400;
  return new ApiError(status, error.code, error.message, {}, null, error.request_id);
}

const IMPORTS = ['imports'] as const;

/** Those that can be undone. */
export function useRecentImports() {
  return useQuery({
    queryKey: [...IMPORTS, 'list'],
    queryFn: async ({ signal }) =>
      (await call<Data<readonly ImportEntry[]>>('GET', 'imports', { signal })).data,
  });
}

/** What is left of an import; read again each time it is asked for. */
export function useImportCounts(id: string) {
  return useQuery({
    queryKey: [...IMPORTS, 'counts', id],
    queryFn: async ({ signal }) => (await call<Data<ImportCounts>>('GET', `imports/${id}`, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useUndoImport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, withChanged }: { id: string; withChanged: boolean }) =>
      (await call<Data<UndoneImport>>('DELETE', `imports/${id}?with_changed=${withChanged}`)).data.deleted,
    // Also when it failed: some of the items may be gone.
    onSettled: () => refreshAfterImport(queries),
  });
}

/** Lists, boards and counts as they were before an import are of no use any more. */
export async function refreshAfterImport(queries: QueryClient): Promise<void> {
  queries.removeQueries({ queryKey: ['feedback'], type: 'inactive' });
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['feedback'] }),
    queries.invalidateQueries({ queryKey: [...IMPORTS, 'list'] }),
  ]);
}
