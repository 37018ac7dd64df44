import type { OperationEntry } from '../../document/reference';
import { parameterKey } from '../request/request';

/** A request that a response suggests, with its values. */
interface FollowUp {
  readonly operation: OperationEntry;
  readonly values: Readonly<Record<string, string>>;
}

/** The next page by its cursor, without the parameters that cannot be combined with a cursor. */
export function nextPage(
  operation: OperationEntry,
  values: Readonly<Record<string, string>>,
  text: string,
): FollowUp | null {
  const cursor = operation.parameters.find(({ name, in: place }) => name === 'cursor' && place === 'query');
  const nextCursor = getField(getField(parseJson(text), 'pagination'), 'next_cursor');
  if (!cursor || typeof nextCursor !== 'string') return null;
  const { 'query:offset': _offset, 'query:include_total': _total, ...others } = values;
  return { operation, values: { ...others, [parameterKey(cursor)]: nextCursor } };
}

/** The operation that reads one item of the same collection. */
export function getOperation(
  operations: readonly OperationEntry[],
  from: OperationEntry,
): OperationEntry | null {
  const collection = /^\/[^/]+/.exec(from.path)?.[0];
  return (
    operations.find(
      ({ method, path }) => method === 'get' && path === `${collection}/{id}` && path !== from.path,
    ) ?? null
  );
}

/** A line of formatted JSON with an ID: text before it, the ID, text after it. */
export const ID_LINE = /^(\s*"id": )"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"(,?)$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
