import { isUuid } from '@libs/kernel';
import { CliError, EXIT } from '../exit-codes';

export const isId = (text: string): boolean => isUuid(text.toLowerCase());

/** @throws CliError for an invalid ID, before any request */
export function assertId(text: string): string {
  if (isId(text)) return text;
  throw new CliError(
    'Invalid item ID',
    EXIT.notFound,
    'An ID has 36 characters. Run `feedback list` to see the IDs of your items.',
  );
}

/** @throws CliError for an external ID that cannot be part of a URL, before any request */
export function assertExternalId(text: string): string {
  if (!['', '.', '..'].includes(text)) return text;
  throw new CliError(
    'Invalid external ID: must not be empty, . or ..',
    EXIT.usage,
    'URLs cannot contain . and .. as an ID. `feedback list --merged include --external-id ..` finds the item.',
  );
}

/** Removes duplicates, ignoring case, and keeps the order. */
export const uniqueIds = (ids: readonly string[]): string[] => [
  ...new Map(ids.map((id) => [id.toLowerCase(), id])).values(),
];

/**
 * Reads an ID from each line: a bare ID, the first field of a tab-separated line, or the `id` of a JSON object. This
 * accepts all formats of `list`, so its output can be piped through grep or jq.
 * @throws CliError with the number of the first line without an ID
 */
export function parseIds(text: string): string[] {
  const ids = text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const id = parseId(line);
    if (id !== null) return [id];
    throw new CliError(`Line ${at + 1} of standard input does not start with an ID`, EXIT.invalid);
  });
  return uniqueIds(ids);
}

/** Reads an external ID from each line, which can contain spaces. */
export const parseExternalIds = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map(assertExternalId),
  ),
];

function parseId(line: string): string | null {
  const [first = ''] = line.trim().split(/\s/, 1);
  if (isId(first)) return first;
  try {
    const { id } = JSON.parse(line) as { id?: unknown };
    return typeof id === 'string' && isId(id) ? id : null;
  } catch {
    return null;
  }
}
