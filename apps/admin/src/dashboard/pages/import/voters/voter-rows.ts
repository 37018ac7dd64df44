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
  created_at: ['created at', 'voted at', 'created', 'vote date', 'date'],
} as const;
type Field = keyof typeof COLUMN_NAMES;
const FIELDS = Object.keys(COLUMN_NAMES) as Field[];
const ITEM_FIELDS: readonly Field[] = ['feedback_id', 'external_id', 'title'];

export type VoterRow = Partial<Record<Field, string>>;
export type VoterColumns = Readonly<Partial<Record<Field, number>>>;

/** Finds the columns of a file with voters; null if none names the item, or none has an email address or a name. */
export function matchVoterColumns({ columns }: Pick<Table, 'columns'>): VoterColumns | null {
  const normalized = columns.map(normalizeColumn);
  const found = FIELDS.flatMap((field) => {
    const index = COLUMN_NAMES[field].map((name) => normalized.indexOf(name)).find((place) => place >= 0);
    return index === undefined ? [] : [[field, index] as const];
  });
  const matched: VoterColumns = Object.fromEntries(found);
  const hasPerson = matched.email !== undefined || matched.name !== undefined;
  return hasPerson && ITEM_FIELDS.some((field) => matched[field] !== undefined) ? matched : null;
}

/** The columns of Quackback's file with votes. */
export const guessPrefix = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map(normalizeColumn).includes('voter email') ? 'quackback' : '';

/** Generates the rows to send. @param prefix the one that the items were imported with; empty for none */
export function* voterRows(table: Table, columns: VoterColumns, prefix: string): Generator<VoterRow> {
  const order = detectDayOrder(cellsOf(table, columns.created_at));
  for (const cells of table.rows) {
    const texts = FIELDS.flatMap((field) => {
      const text = columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim();
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

function* cellsOf({ rows }: Table, column: number | undefined): Generator<Cell | undefined> {
  if (column !== undefined) for (const cells of rows) yield cells[column];
}
