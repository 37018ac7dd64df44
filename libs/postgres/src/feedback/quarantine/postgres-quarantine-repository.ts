import {
  NO_TAGS,
  type Feedback,
  type ItemContext,
  type QuarantinedFeedback,
  type QuarantineQuery,
  type QuarantineReason,
  type QuarantineRepository,
  type Source,
} from '@libs/feedback';
import { isUuid, type Actor, type Instant } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import {
  COLUMNS as FEEDBACK_COLUMNS,
  contextColumn,
  fromRow,
  type FeedbackRow,
} from '../items/feedback.schema';
import { deleteInChunks } from '../../connection/delete-in-chunks';

const TABLE = 'quarantined_feedback';
/** Columns that entries and items share, in the order of `EntryRow`. */
const SUBMISSION = 'id, title, description, submitter_email, source, context, created_at';

type EntryRow = [
  id: string,
  title: string,
  description: string | null,
  submitter_email: string | null,
  source: Source,
  context: ItemContext | null,
  created_at: Instant,
  reason: QuarantineReason,
];

const INSERT = `INSERT INTO ${TABLE} (account_id, ${SUBMISSION}, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const PAGE = `SELECT ${SUBMISSION}, reason FROM ${TABLE} WHERE account_id = $1`;
const FIRST_PAGE = `${PAGE} ORDER BY id DESC LIMIT $2`;
const NEXT_PAGE = `${PAGE} AND id < $3 ORDER BY id DESC LIMIT $2`;

const COUNT = `SELECT count(*) FROM ${TABLE} WHERE account_id = $1`;

const DELETE = `DELETE FROM ${TABLE} WHERE account_id = $1 AND id = $2`;

/** Applies `released` in the database. */
const RELEASE = `
  WITH entry AS (${DELETE} RETURNING account_id, ${SUBMISSION})
  INSERT INTO feedback (account_id, ${SUBMISSION}, status, updated_at, version)
  SELECT account_id, ${SUBMISSION}, 'new', created_at, 1 FROM entry
  RETURNING ${FEEDBACK_COLUMNS}`;

/** The quarantine in PostgreSQL. Uses one statement per operation, with the account in every WHERE. */
export class PostgresQuarantineRepository implements QuarantineRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(entry: QuarantinedFeedback): Promise<void> {
    const { accountId, id, title, description, submitter_email, source, context, created_at, reason } = entry;
    const submission = [id, title, description, submitter_email, source, contextColumn(context), created_at];
    const values = [accountId, ...submission, reason];
    await this.scope.query(accountId, rowsOf(INSERT, values));
  }

  async list(accountId: string, { limit, after }: QuarantineQuery): Promise<readonly QuarantinedFeedback[]> {
    const statement =
      after === undefined
        ? rowsOf(FIRST_PAGE, [accountId, limit + 1])
        : rowsOf(NEXT_PAGE, [accountId, limit + 1, after]);
    const { rows } = await this.scope.query<EntryRow>(accountId, statement);
    return rows.map((row) => entryOf(accountId, row));
  }

  async count(accountId: string): Promise<number> {
    const { rows } = await this.scope.query<[n: string]>(accountId, rowsOf(COUNT, [accountId]));
    return Number(rows[0]![0]);
  }

  async release(accountId: string, id: string, by: Actor): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.scope.query<FeedbackRow>(accountId, rowsOf(RELEASE, [accountId, id]), by);
    return rows[0] ? fromRow(accountId, rows[0], NO_TAGS) : null;
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rowCount } = await this.scope.query(accountId, rowsOf(DELETE, [accountId, id]));
    return rowCount === 1;
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, TABLE, 'id');
  }
}

function entryOf(accountId: string, row: EntryRow): QuarantinedFeedback {
  const [id, title, description, submitter_email, source, context, created_at, reason] = row;
  return { accountId, id, title, description, submitter_email, source, context, created_at, reason };
}
