const WITH_RETRY_AFTER = [429, 503];
const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = / GMT$/;

/** Returns the seconds that the receiver asks to wait, from the `Retry-After` of a 429 or 503; null without it. */
export function retryAfterSeconds(
  statusCode: number | null,
  header: string | undefined,
  now: Date,
): number | null {
  if (header === undefined || !WITH_RETRY_AFTER.includes(statusCode ?? 0)) return null;
  if (SECONDS.test(header)) return Number(header);
  const at = HTTP_DATE.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
