import { readResponse, type ApiResponse } from '../response/response';
import type { ApiRequest } from './request';

interface OutgoingRequest {
  readonly request: ApiRequest;
  /** The body if it is a file. */
  readonly file: File | null;
  readonly baseUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Sends to the page's own origin, not to the one in the document: the page's CSP allows no other. */
function fetchResponse({ request, file, baseUrl, key, signal }: OutgoingRequest): Promise<Response> {
  const { method, path, headers, body } = request;
  return fetch(location.origin + new URL(baseUrl, location.origin).pathname + path, {
    method,
    headers: [['X-API-Key', key], ...headers.map(([name, value]): [string, string] => [name, value])],
    body: body && ('text' in body ? body.text : file),
    signal,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
}

export async function sendRequest(outgoing: OutgoingRequest): Promise<ApiResponse> {
  const sentAt = performance.now();
  return readResponse(await fetchResponse(outgoing), sentAt, {
    now: () => performance.now(),
    date: () => new Date(),
  });
}

/** Downloads a whole file and reports the bytes received. Browsers can keep Blobs on disk instead of in memory. */
export async function downloadBlob(
  outgoing: OutgoingRequest,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const response = await fetchResponse(outgoing);
  if (!response.ok || !response.body) throw new Error(`Unexpected status: ${response.status}`);
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let chunkBytes = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    chunkBytes += read.value.length;
    if (chunkBytes < BLOB_BYTES) continue;
    parts.push(new Blob(chunks));
    onProgress((bytes += chunkBytes));
    chunks = [];
    chunkBytes = 0;
  }
  return new Blob([...parts, ...chunks]);
}

const BLOB_BYTES = 1_000_000;
