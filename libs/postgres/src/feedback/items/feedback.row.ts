import { ITEM_FIELD_NAMES, ITEM_FIELDS, type Feedback, type Source, type Status } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import { types, type QueryArrayConfig } from 'pg';
import { statementName } from '../../connection/named-statement-client';
import { FeedbackSchema } from './feedback.schema';

/** The columns of an item and the properties they hold, in the order of rows. */
const COLUMN_KEYS = [
  ...ITEM_FIELD_NAMES.map((name) => ({ name, key: ITEM_FIELDS[name].key })),
  { name: 'version', key: 'version' },
] as const;
export const COLUMN_NAMES: readonly string[] = COLUMN_KEYS.map(({ name }) => name);
export const COLUMNS = COLUMN_NAMES.join(', ');
/** Types of PostgreSQL. */
export const COLUMN_TYPES = COLUMN_KEYS.map(({ key }) => FeedbackSchema.options.columns[key]!.type as string);

/** `$6, $7, $8` for the columns of one item. */
export const parametersFrom = (first: number): string =>
  COLUMN_NAMES.map((_, i) => `$${first + i}`).join(', ');

/** One row as an array, in the order of COLUMNS: a third cheaper to receive than an object. */
export type FeedbackRow = [
  id: string,
  title: string,
  description: string | null,
  submitterEmail: string | null,
  status: Status,
  source: Source,
  createdAt: Instant,
  updatedAt: Instant,
  version: number,
];

/** Written out, because a loop over the names takes ten times as long for each item of a list. */
export function fromRow(accountId: string, row: FeedbackRow): Feedback {
  return {
    accountId,
    id: row[0],
    title: row[1],
    description: row[2],
    submitterEmail: row[3],
    status: row[4],
    source: row[5],
    createdAt: row[6],
    updatedAt: row[7],
    version: row[8],
  };
}

/** The parameters of INSERT, `account_id` first. */
export const toRow = (item: Feedback): unknown[] => [
  item.accountId,
  ...COLUMN_KEYS.map(({ key }) => item[key]),
];

/** A statement whose rows come as arrays. */
export function rowsOf(text: string, values: unknown[]): QueryArrayConfig {
  let statement = statements.get(text);
  if (!statement)
    statements.set(text, (statement = { text, name: statementName(text), rowMode, types: rowTypes }));
  // The driver copies what a statement owns, property by property, and keeps its prototype.
  return Object.assign(Object.create(statement) as QueryArrayConfig, { values });
}

/** Likewise, but planned anew for each set of values: what they are decides how it is done. */
export const rowsPlannedFor = (text: string, values: unknown[]): QueryArrayConfig => ({
  text,
  values,
  rowMode,
  types: rowTypes,
});

const rowMode = 'array';
const statements = new Map<string, Omit<QueryArrayConfig, 'values'>>();

const TIMESTAMPTZ = types.builtins.TIMESTAMPTZ;
const anyInstant = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/**
 * `2026-03-03 10:00:00.12+00` to `2026-03-03T10:00:00.120Z` by cutting text: a Date made and printed again costs
 * ten times that, forty times a page. A session in another time zone takes the long way.
 */
function instantOf(text: string): Instant {
  if (!text.endsWith('+00') || text.length < 22 || text.length > 26) return anyInstant(text).toISOString();
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).padEnd(4, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

const rowTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? instantOf : types.getTypeParser(oid, format as 'text'),
} as typeof types;
