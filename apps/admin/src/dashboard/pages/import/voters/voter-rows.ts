import { detectDayOrder } from '../file/day-order';
import type { Cell } from '../file/csv';
import { toTimestamp } from '../file/dates';
import { toAmount } from '../file/numbers';
import type { Table } from '../file/table';
import { normalizeColumn } from '../mapping/sources';

/** Column names by field of `POST feedback/import/requests`, most likely first. */
const COLUMN_NAMES = {
  feedback_id: ['feedback id'],
  external_id: ['external id', 'post id', 'item id', 'idea id', 'post url', 'post number', 'number', 'url'],
  title: ['post title', 'item title', 'title', 'post', 'item', 'idea'],
  email: ['voter email', 'email', 'user email', 'email address', 'voter'],
  name: ['voter name', 'name', 'user name', 'full name'],
  company: ['company', 'company name', 'organization'],
  value: ['value', 'company value', 'mrr', 'monthly spend'],
  quote: ['quote', 'comment'],
  count: ['count', 'votes'],
  created_at: ['created at', 'voted at', 'created', 'vote date', 'date'],
} as const;
export type VoterField = keyof typeof COLUMN_NAMES;
export const VOTER_FIELDS = Object.keys(COLUMN_NAMES) as VoterField[];

export type VoterRow = Partial<Record<VoterField, string>>;
/** The place of the column of each field; null if there is none. */
export type VoterColumns = Readonly<Record<VoterField, number | null>>;

/** Finds the columns of a file with voters by their names. */
export function matchVoterColumns({ columns }: Pick<Table, 'columns'>): VoterColumns {
  const normalized = columns.map(normalizeColumn);
  const columnOf = (field: VoterField) =>
    COLUMN_NAMES[field].map((name) => normalized.indexOf(name)).find((place) => place >= 0) ?? null;
  return Object.fromEntries(VOTER_FIELDS.map((field) => [field, columnOf(field)])) as VoterColumns;
}

/** Whether a column names the item, and another one has an email address, a name, or a number of people. */
export function areComplete(columns: VoterColumns): boolean {
  const hasOneOf = (...fields: VoterField[]) => fields.some((field) => columns[field] !== null);
  return hasOneOf('feedback_id', 'external_id', 'title') && hasOneOf('email', 'name', 'count');
}

/** The columns of Quackback's file with votes. */
export const guessPrefix = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map(normalizeColumn).includes('voter email') ? 'quackback' : '';

/** Generates the rows to send. @param prefix the one that the items were imported with; empty for none */
export function* voterRows(table: Table, columns: VoterColumns, prefix: string): Generator<VoterRow> {
  const order = detectDayOrder(cellsOf(table, columns.created_at));
  for (const cells of table.rows) {
    const texts = VOTER_FIELDS.flatMap((field) => {
      const place = columns[field];
      const text = place === null ? '' : (cells[place] ?? '').trim();
      return text === '' ? [] : [[field, text] as const];
    });
    const row: VoterRow = Object.fromEntries(texts);
    const { external_id: id, value, created_at: at } = row;
    yield {
      ...row,
      ...(id && { external_id: prefix === '' || id.startsWith(`${prefix}:`) ? id : `${prefix}:${id}` }),
      ...(value && { value: toAmount(value) }),
      ...(at && {
        created_at: toTimestamp(at, order === 'unknown' ? undefined : (order ?? undefined)) ?? at,
      }),
    };
  }
}

function* cellsOf({ rows }: Table, column: number | null): Generator<Cell | undefined> {
  if (column !== null) for (const cells of rows) yield cells[column];
}
