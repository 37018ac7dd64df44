import { VALUE_FIELDS, type ValueChange } from '@libs/feedback';
import { cardColumn, columnType, linksColumn } from './feedback.schema';

/** The fields that can change and whose column has the value. Tags are stored as IDs. */
export const SCALARS = VALUE_FIELDS.filter((name) => name !== 'tags');
/** Those that a line of a batch can change: a card changes alone (public.md 1). */
const LINE_SCALARS = SCALARS.filter((name) => name !== 'public');

type Scalar = (typeof SCALARS)[number];

/** The value of the column that a change sets, or undefined. */
export function valueOf(change: ValueChange, name: Scalar): unknown {
  if (name === 'assignee') return change.assignee && change.assignee.id;
  if (name === 'links') return change.links && linksColumn(change.links);
  if (name === 'public') return change.public && cardColumn(change.public);
  return change[name];
}

/** Returns two parameters for each of these fields: whether it changes, and its new value. */
export const valuesOf = (change: ValueChange): unknown[] =>
  LINE_SCALARS.flatMap((name) => {
    const value = valueOf(change, name);
    return [value !== undefined, value ?? null];
  });

const LINE_VALUES = LINE_SCALARS.map(
  (name) => `CASE WHEN sets_${name} THEN new_${name} ELSE stored.${name} END`,
);
/** The change of a line, with the columns `LINE_LISTS`, for a row of `stored`. */
export const LINE = {
  set: LINE_SCALARS.map((name, i) => `${name} = ${LINE_VALUES[i]}`).join(', '),
  changes: LINE_SCALARS.map((name) => `sets_${name} AND stored.${name} IS DISTINCT FROM new_${name}`).join(
    ' OR ',
  ),
};

/** A list of values, one for each line, that a statement unnests to a column. */
export interface LineList {
  readonly name: string;
  readonly type: string;
}
export const LINE_LISTS: readonly LineList[] = LINE_SCALARS.flatMap((name) => [
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
