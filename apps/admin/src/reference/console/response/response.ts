import { parseRateLimitStatus, type RateLimitStatus } from '@libs/api-client';

/** A response, possibly truncated. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  readonly text: string;
  /** Bytes read from the body. */
  readonly bytes: number;
  /** True if the body is a file longer than SHOWN_BYTES_MAX; the rest was not read. */
  readonly isTruncated: boolean;
  /** The file name from `Content-Disposition`; null if the response isn't a file. */
  readonly fileName: string | null;
  readonly milliseconds: number;
  readonly rateLimit: RateLimitStatus | null;
  readonly retryAfterSeconds: number | null;
}

/** Maximum bytes shown of a file. */
export const SHOWN_BYTES_MAX = 100 * 1024;

/** Reads a response. Of a file, it reads only the beginning, then cancels the rest. */
export async function readResponse(
  response: Response,
  sentAt: number,
  clock: { readonly now: () => number; readonly date: () => Date },
): Promise<ApiResponse> {
  const fileName = attachmentName(response.headers.get('content-disposition'));
  const { text, bytes, isTruncated } = await readText(
    response,
    fileName === null ? Infinity : SHOWN_BYTES_MAX,
  );
  const retryAfter = response.headers.get('retry-after') ?? '';
  return {
    status: response.status,
    headers: [...response.headers],
    contentType: response.headers.get('content-type')?.split(';')[0]?.trim() ?? '',
    text,
    bytes,
    isTruncated,
    fileName,
    milliseconds: Math.round(clock.now() - sentAt),
    rateLimit: parseRateLimitStatus(response.headers, clock.date()),
    retryAfterSeconds: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
  };
}

async function readText(response: Response, limit: number) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (bytes + value.length > limit) {
      text += decoder.decode(value.subarray(0, limit - bytes), { stream: true });
      void reader.cancel().catch(() => undefined);
      return { text, bytes: limit, isTruncated: true };
    }
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  return { text: text + decoder.decode(), bytes, isTruncated: false };
}

/** Parses the subset of RFC 6266 that this API sends. */
function attachmentName(disposition: string | null): string | null {
  if (!disposition?.toLowerCase().startsWith('attachment')) return null;
  const name = /filename="([^"\\/]+)"/i.exec(disposition)?.[1];
  return name ?? 'response';
}

/** The text to show: JSON formatted, truncated or other text unchanged. */
export function displayText({ text, contentType, isTruncated }: ApiResponse): string {
  if (isTruncated || contentType !== 'application/json') return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
