import { ApiError } from '../dashboard/api/client';
import { t } from '../messages';

type FieldTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What went wrong, for people: the catalogue's text for the code, else the service's own. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t.errors.unknown;
  if (error.status === 429 && error.retryAfter !== null) return t.errors.tooMany(error.retryAfter);
  // Whoever stands in front of the service answers in its place, and not in its words.
  if (error.code === 'unreadable' && error.status >= 500) return t.errors.service_unavailable;
  return codeText(error.code) ?? (error.message || t.errors.unknown);
}

/**
 * What stands beside which field: the page's own text for field and code, else the catalogue's for the code, else the
 * service's. Empty when the error names no field; then it stands above the form.
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
