import { rateBudgetOf, type RateLimitStatus } from '@libs/api-client';

/** What came back for a call, as far as it was read. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  readonly text: string;
  /** What was read of the body. */
  readonly bytes: number;
  /** The rest was not read: it is a file, and longer than a page shows. */
  readonly isTruncated: boolean;
  /** The file this is, if it is one (`Content-Disposition`). */
  readonly fileName: string | null;
  readonly milliseconds: number;
  readonly rateLimit: RateLimitStatus | null;
  readonly retryAfterSeconds: number | null;
}

/** Of a file, so much is shown. */
export const SHOWN_BYTES_MAX = 100 * 1024;

/** Reads an answer; of a file only its beginning, after which the service is told to stop. */
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
    rateLimit: rateBudgetOf(response.headers, clock.date()),
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

/** RFC 6266, as far as this API sends it. */
function attachmentName(disposition: string | null): string | null {
  if (!disposition?.toLowerCase().startsWith('attachment')) return null;
  const name = /filename="([^"\\/]+)"/i.exec(disposition)?.[1];
  return name ?? 'answer';
}

/** Text as it is shown: JSON in lines, what is cut or no JSON as it came. */
export function displayText({ text, contentType, isTruncated }: ApiResponse): string {
  if (isTruncated || contentType !== 'application/json') return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
