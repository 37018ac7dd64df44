import type {
  ErrorBody,
  ImportCounts,
  ImportEntry,
  ImportEvent,
  ImportReport,
  UndoneImport,
} from '@libs/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { accountHeaders, ApiError, fetchData, handleErrorResponse } from './requests/client';
import { connection } from './requests/connection';

/** The connection ended before the service reported the result. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';

  /** @param wasSent true if the upload was complete: then the service may have finished the import */
  constructor(readonly wasSent: boolean) {
    super('The connection was lost');
  }
}

export interface ImportProgress {
  /** Share of the upload that is sent, from 0 to 1. */
  readonly sent: number;
  /** Rows that the service has processed. */
  readonly rows: number;
}

interface SendOptions {
  readonly dryRun: boolean;
  readonly skipInvalid: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
  /** What the lines are; items by default. */
  readonly of?: 'requests';
}

/**
 * Sends the lines of an import. Uses `XMLHttpRequest`, because `fetch` doesn't report upload progress.
 * @throws ApiError if the service rejects the import: nothing was imported
 * @throws ImportInterrupted
 * @throws DOMException `AbortError` if `signal` aborts
 */
export function sendImport(
  body: Blob,
  { dryRun, skipInvalid, onProgress, signal, of }: SendOptions,
): Promise<ImportReport> {
  return new Promise<ImportReport>((resolve, reject) => {
    const report = connection.startCall();
    const request = new XMLHttpRequest();
    const reader = new ImportEventReader();
    let progress: ImportProgress = { sent: 0, rows: 0 };
    const updateProgress = (change: Partial<ImportProgress>) =>
      onProgress((progress = { ...progress, ...change }));
    const abort = () => request.abort();

    const path = of === 'requests' ? 'import/requests' : 'import';
    request.open('POST', `/app/api/feedback/${path}?dry_run=${dryRun}&skip_invalid=${skipInvalid}`);
    const headers = { 'content-type': 'application/x-ndjson', ...accountHeaders() };
    Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) =>
      updateProgress({ sent: Math.min(loaded / total, 0.999) });
    request.upload.onload = () => updateProgress({ sent: 1 });
    request.onprogress = () => {
      if (request.status !== 200) return;
      reader.read(request.responseText);
      updateProgress({ rows: reader.rows });
    };
    request.onload = () => {
      report(request.status);
      const { status, responseText } = request;
      if (status !== 200)
        return reject(handleErrorResponse(status, request.getResponseHeader('retry-after'), responseText));
      reader.read(`${responseText}\n`);
      if (reader.report) resolve(reader.report);
      else reject(reader.error ?? new ImportInterrupted(true));
    };
    request.onerror = () => {
      report(0);
      reject(new ImportInterrupted(progress.sent === 1));
    };
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

/** Reads the lines of the response as they arrive. */
export class ImportEventReader {
  rows = 0;
  report: ImportReport | null = null;
  error: ApiError | null = null;
  private position = 0;

  /** @param text the response so far; text after the last line break is an incomplete line */
  read(text: string): void {
    for (let end = text.indexOf('\n', this.position); end >= 0; end = text.indexOf('\n', this.position)) {
      const line = text.slice(this.position, end);
      this.position = end + 1;
      if (line.trim() !== '') this.readLine(line);
    }
  }

  private readLine(line: string): void {
    let event: ImportEvent;
    try {
      event = JSON.parse(line) as ImportEvent;
    } catch {
      // Truncated: without a result, the response counts as lost.
      return;
    }
    if ('progress' in event) this.rows = event.progress.rows;
    else if ('data' in event) this.report = event.data;
    else this.error = toApiError(event.error);
  }
}

/** An error after the response had started. Its status was already sent, so the type gives the status it would have. */
function toApiError(error: ErrorBody['error']): ApiError {
  const status = error.type === 'api_error' ? 500 : 400;
  return new ApiError(status, error.code, error.message, {}, null, error.request_id);
}

const IMPORTS = ['imports'] as const;

/** Imports that can be undone. */
export function useRecentImports() {
  return useQuery({
    queryKey: [...IMPORTS, 'list'],
    queryFn: ({ signal }) => fetchData<readonly ImportEntry[]>('GET', 'imports', { signal }),
  });
}

/** The remaining items of an import; never cached. */
export function useImportCounts(id: string) {
  return useQuery({
    queryKey: [...IMPORTS, 'counts', id],
    queryFn: ({ signal }) => fetchData<ImportCounts>('GET', `imports/${id}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useUndoImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, withChanged }: { id: string; withChanged: boolean }) =>
      fetchData<UndoneImport>('DELETE', `imports/${id}?with_changed=${withChanged}`),
    // Also after a failure: some items may be deleted.
    onSettled: () => refreshAfterImport(queryClient),
  });
}

/** Discards lists, boards, and counts from before an import. */
export async function refreshAfterImport(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: ['feedback'], type: 'inactive' });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['feedback'] }),
    queryClient.invalidateQueries({ queryKey: [...IMPORTS, 'list'] }),
  ]);
}
