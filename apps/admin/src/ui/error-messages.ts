import { ApiError } from '../dashboard/api/requests/client';
import { t } from '../messages';

/** Messages by error code. */
export type ErrorTexts = Readonly<Record<string, string>>;
export type FieldTexts = Readonly<Record<string, ErrorTexts>>;

/** The page's text for the error code, otherwise the catalog's, otherwise the service's message. */
export function errorMessage(error: unknown, texts: ErrorTexts = {}): string {
  if (!(error instanceof ApiError)) return t.errors.unknown;
  if (Object.hasOwn(texts, error.code)) return texts[error.code]!;
  if (error.status === 429 && error.retryAfter !== null) return t.errors.tooMany(error.retryAfter);
  // A proxy in front of the service responds in its own format.
  if (error.code === 'unreadable' && error.status >= 500) return t.errors.service_unavailable;
  return codeText(error.code) ?? (error.message || t.errors.unknown);
}

/**
 * Messages by field: the page's text for the field and code, otherwise the catalog's for the code, otherwise the
 * service's. Empty if the error names no field; the message is then displayed above the form.
 */
export function fieldErrors(error: unknown, texts: FieldTexts = {}): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = Object.entries(error.fields).map(([field, { code, message }]) => [
    field,
    texts[field]?.[code] ?? codeText(code) ?? codeText(error.code) ?? message,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function codeText(code: string): string | undefined {
  const text = Object.hasOwn(t.errors, code) ? t.errors[code as keyof typeof t.errors] : undefined;
  return typeof text === 'string' ? text : undefined;
}
