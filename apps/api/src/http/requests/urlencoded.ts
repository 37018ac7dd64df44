import { isUtf8 } from 'node:buffer';
import { invalidEncoding } from '../errors';

export const URLENCODED = 'application/x-www-form-urlencoded';

/**
 * Reads fields of a form-encoded body. Ignores others, because browser extensions add some. Browsers send line breaks as
 * CR LF and empty fields as empty strings, which count as absent.
 * @throws DomainError `invalid_encoding`: URLSearchParams would silently replace invalid UTF-8 with U+FFFD
 */
export function typedFields<Name extends string>(
  bytes: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  if (!Buffer.isBuffer(bytes)) return {} as Partial<Record<Name, string>>;
  const encoded = bytes.toString('utf8');
  if (!isUtf8(bytes) || !isDecodable(encoded)) throw invalidEncoding();
  const parameters = new URLSearchParams(encoded);
  const entries = names.flatMap((name) => {
    const value = parameters.getAll(name).at(-1)?.replaceAll('\r\n', '\n');
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

/** Uses the result, because the bundler removes a bare `decodeURIComponent` as free of side effects. */
function isDecodable(encoded: string): boolean {
  try {
    return decodeURIComponent(encoded).isWellFormed();
  } catch {
    return false;
  }
}
