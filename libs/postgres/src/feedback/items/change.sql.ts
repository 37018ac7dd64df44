import { VALUE_FIELDS, type ValueChange } from '@libs/feedback';
import { columnType } from './feedback.schema';

/** The fields that can change and whose column has the value. Tags are stored as IDs. */
export const SCALARS = VALUE_FIELDS.filter((name) => name !== 'tags');

/** Returns two parameters for each of these fields: whether it changes, and its new value. */
export const valuesOf = (change: ValueChange): unknown[] =>
  SCALARS.flatMap((name) => {
    const value = name === 'assignee' ? change.assignee && change.assignee.id : change[name];
    return [value !== undefined, value ?? null];
  });

/** Builds the SQL of a change. `sets` and `value` return the SQL for the two parameters of a field. */
function assignments(table: string, sets: (i: number) => string, value: (i: number) => string) {
  const each = (sql: (name: string, sets: string, value: string) => string) =>
    SCALARS.map((name, i) => sql(`${table}.${name}`, sets(i), value(i)));
  const values = each((column, sets, value) => `CASE WHEN ${sets} THEN ${value} ELSE ${column} END`);
  return {
    set: SCALARS.map((name, i) => `${name} = ${values[i]}`).join(', '),
    changes: each((column, sets, value) => `${sets} AND ${column} IS DISTINCT FROM ${value}`).join(' OR '),
  };
}

/** A change of one item, whose parameters start at $5. */
export const ONE = assignments(
  'feedback',
  (i) => `$${5 + 2 * i}`,
  (i) => `$${6 + 2 * i}`,
);

/** The change of a line, with the columns `LINE_LISTS`, for a row of `stored`. */
export const LINE = assignments(
  'stored',
  (i) => `sets_${SCALARS[i]}`,
  (i) => `new_${SCALARS[i]}`,
);

/** A list of values, one for each line, that a statement unnests to a column. */
export interface LineList {
  readonly name: string;
  readonly type: string;
}
export const LINE_LISTS: readonly LineList[] = SCALARS.flatMap((name) => [
  { name: `sets_${name}`, type: 'boolean' },
  { name: `new_${name}`, type: columnType(name) },
]);

export const listNames = (lists: readonly LineList[]): string => lists.map(({ name }) => name).join(', ');
export const listParameters = (first: number, lists: readonly LineList[]): string =>
  lists.map(({ type }, i) => `$${first + i}::${type}[]`).join(', ');

/** Converts the values of each line to a list for each parameter. */
export const columnsOf = (lines: readonly unknown[][], lists: readonly LineList[]): unknown[][] =>
  lists.map((_, i) => lines.map((values) => values[i]));

/** An array of the texts in a column with JSON. */
export const keysIn = (json: string): string => `ARRAY (SELECT jsonb_array_elements_text(${json}::jsonb))`;

/** The tags with the keys in a parameter, locked, so that none is deleted before the items are written. */
export const keptTags = (keys: string): string =>
  `SELECT id, key FROM tags WHERE account_id = $1 AND key = ANY (${keys}::text[]) ORDER BY id FOR KEY SHARE`;
