import { withoutHidden } from '@libs/kernel';

/** Parameters that visitors and members write. */
const WRITTEN: ReadonlySet<string> = new Set([
  'account',
  'by',
  'member',
  'message',
  'name',
  'text',
  'title',
  'titles',
  'userAgent',
  'view',
]);

/** Those that can have several lines. A line of another one could look like a part of the message. */
const WITH_LINES: ReadonlySet<string> = new Set(['message', 'text']);

/** Where mail programs see a link: the dot of a domain, and the colon of a URL. */
const LINKING = /(?<=[\p{L}\p{M}\p{N}])\.(?=[\p{L}\p{M}\p{N}])|:(?=\/\/)/gu;
const WORD_JOINER = '\u2060';

/**
 * Returns the parameters of a message with changed texts of visitors and members (mail.md 2): without characters that are
 * invisible or change the order of others, and with an invisible one where mail programs would create a link.
 */
export function withSafeTexts<T>(parameters: T): T {
  return safeValue(parameters, '') as T;
}

function safeValue(value: unknown, name: string): unknown {
  if (typeof value === 'string') return WRITTEN.has(name) ? safeText(value, WITH_LINES.has(name)) : value;
  if (Array.isArray(value)) return value.map((one) => safeValue(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safeValue(one, key)]));
}

function safeText(text: string, hasLines: boolean): string {
  const visible = text
    .split('\n')
    .map(withoutHidden)
    .join('\n')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(LINKING, `$&${WORD_JOINER}`);
  return hasLines ? visible : visible.replace(/\s+/g, ' ');
}

/** Returns one line in which mail programs find no encoded word (RFC 2047), which they would decode. */
export const subjectLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/=(?=\?)/g, `=${WORD_JOINER}`);
