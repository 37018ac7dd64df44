import { ITEM_FIELD_NAMES, type FeedbackSelection } from '@libs/feedback';
import { escapeLiteral } from 'pg';
import { ASSIGNEE_WITH_NAME, JOINED_NAMES } from '../items/feedback.schema';
import { conditionsOf, type FoundTargets } from '../lists/filter.sql';
import { orderOf } from '../lists/list.sql';

/** Tries to lock the account's exports on all instances until the transaction ends. False if one is running already. */
export const LOCK_EXPORT = `SELECT pg_try_advisory_xact_lock(hashtextextended('export ' || $1, 0)) AS taken`;

/** For a transaction that only holds the lock: it is idle until the end of the export. */
export const NO_TIME_LIMITS = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

const NAMES: Readonly<Record<string, string>> = {
  tags: JOINED_NAMES,
  assignee: ASSIGNEE_WITH_NAME,
  links: 'links::text',
  public: 'public::text',
  context: 'context::text',
};
const COLUMNS = ITEM_FIELD_NAMES.map((name) => NAMES[name] ?? name).join(', ');

/** The columns have the names of the JSON fields. Binary format takes PostgreSQL half as long as text. */
export function copyStatement(accountId: string, selection: FeedbackSelection & FoundTargets): string {
  const values: unknown[] = [];
  const where = conditionsOf(accountId, selection, values);
  const rows = `SELECT ${COLUMNS} FROM feedback WHERE ${where} ORDER BY ${orderOf(selection.sort)}`;
  return `COPY (${withLiterals(rows, values)}) TO STDOUT (FORMAT binary)`;
}

/** Replaces parameters with escaped literals, because COPY doesn't accept parameters. */
export function withLiterals(statement: string, values: readonly unknown[]): string {
  return statement.replace(/\$(\d+)/g, (_, n: string) => {
    const value = values[Number(n) - 1];
    if (typeof value !== 'string') throw new TypeError(`Parameter ${n} is not a string`);
    return escapeLiteral(value);
  });
}
