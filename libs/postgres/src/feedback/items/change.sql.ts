import { VALUE_FIELDS, type ValueChange } from '@libs/feedback';
import { columnType } from './feedback.schema';

/** Returns two parameters for each field that can change: whether it changes, and its new value. */
export const changeOf = (change: ValueChange): unknown[] =>
  VALUE_FIELDS.flatMap((name) => [change[name] !== undefined, change[name] ?? null]);

/** Builds the SQL of a change. `sets` and `value` return the SQL for the two parameters of a field. */
function assignments(table: string, sets: (i: number) => string, value: (i: number) => string) {
  const each = (sql: (name: string, sets: string, value: string) => string) =>
    VALUE_FIELDS.map((name, i) => sql(`${table}.${name}`, sets(i), value(i)));
  const values = each((column, sets, value) => `CASE WHEN ${sets} THEN ${value} ELSE ${column} END`);
  return {
    set: VALUE_FIELDS.map((name, i) => `${name} = ${values[i]}`).join(', '),
    changes: each((column, sets, value) => `${sets} AND ${column} IS DISTINCT FROM ${value}`).join(' OR '),
  };
}

/** A change of one item, whose parameters start at $5. */
export const ONE = assignments(
  'feedback',
  (i) => `$${5 + 2 * i}`,
  (i) => `$${6 + 2 * i}`,
);

/** The change of a line, with the columns `CHANGE_NAMES`, for a row of `stored`. */
export const { set: LINE_SET, changes: LINE_CHANGES } = assignments(
  'stored',
  (i) => `sets_${VALUE_FIELDS[i]}`,
  (i) => `new_${VALUE_FIELDS[i]}`,
);
export const CHANGE_NAMES = VALUE_FIELDS.map((name) => `sets_${name}, new_${name}`).join(', ');
/** A list for each parameter of a change, to unnest. */
export const CHANGE_LISTS = (first: number): string =>
  VALUE_FIELDS.map(
    (name, i) => `$${first + 2 * i}::boolean[], $${first + 1 + 2 * i}::${columnType(name)}[]`,
  ).join(', ');
