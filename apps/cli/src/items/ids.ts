import { isUuid } from '@libs/kernel';
import { CliError, EXIT } from '../exit-codes';

export const isId = (text: string): boolean => isUuid(text.toLowerCase());

/** @throws CliError for what is no id of an item, before anything is sent */
export function assertId(text: string): string {
  if (isId(text)) return text;
  throw new CliError(
    'Invalid item ID',
    EXIT.notFound,
    'An ID has 36 characters. Run `feedback list` to see the IDs of your items.',
  );
}

/** Each once, in the order they came in. */
export const uniqueIds = (ids: readonly string[]): string[] => [
  ...new Map(ids.map((id) => [id.toLowerCase(), id])).values(),
];

/**
 * One id a line, as `list --ids` prints them; of a line with tabs the first field, as list prints rows in a pipe; of a
 * line of JSON its `id`. So what list shows may pass grep or jq on its way.
 * @throws CliError naming the first line that has none
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
