import { ITEM_FIELD_NAMES, type FeedbackSelection } from '@libs/feedback';
import { escapeLiteral } from 'pg';
import { conditionsOf, orderOf } from '../lists/list.sql';

/** Whether the account has no other export, on any instance; until the transaction ends it then is this one. */
export const TAKE_EXPORT = `SELECT pg_try_advisory_xact_lock(hashtextextended('export ' || $1, 0)) AS taken`;

/** The columns are named as the members of the JSON are. In binary, because PostgreSQL is done then in half the time. */
export function copyStatement(accountId: string, selection: FeedbackSelection): string {
  const values: unknown[] = [];
  const where = conditionsOf(accountId, selection, values);
  const rows = `SELECT ${ITEM_FIELD_NAMES.join(', ')} FROM feedback WHERE ${where} ORDER BY ${orderOf(selection.sort)}`;
  return `COPY (${written(rows, values)}) TO STDOUT (FORMAT binary)`;
}

/** With each parameter written in its place, as COPY takes none. */
export function written(statement: string, values: readonly unknown[]): string {
  return statement.replace(/\$(\d+)/g, (_, n: string) => {
    const value = values[Number(n) - 1];
    if (typeof value !== 'string') throw new TypeError(`Parameter ${n} is no text`);
    return escapeLiteral(value);
  });
}
