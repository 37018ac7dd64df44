import type { PublicCardFinder, PublicItem, Status } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { SHORT_COLUMNS, type FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';

const LIST = `
  SELECT ${SHORT_COLUMNS} FROM feedback
  WHERE account_id = $1 AND status = ANY ($2) AND public IS NOT NULL AND merged_into IS NULL
  ORDER BY id DESC LIMIT $3`;
const FIND = `SELECT ${SHORT_COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2 AND public IS NOT NULL`;
const IS_ENDED = `SELECT FROM feedback WHERE account_id = $1 AND id = $2 AND public_ended_at IS NOT NULL`;

export const listCardsStatement = (
  accountId: string,
  statuses: readonly Status[],
  limit: number,
): QueryArrayConfig => rowsOf(LIST, [accountId, statuses, limit]);

/** Public cards in PostgreSQL. Their partial index has no other items. */
export class PostgresPublicCardFinder implements PublicCardFinder {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly PublicItem[]> {
    return this.read(accountId, listCardsStatement(accountId, statuses, limit));
  }

  async find(accountId: string, id: string): Promise<PublicItem | 'ended' | null> {
    if (!isUuid(id)) return null;
    const [item] = await this.read(accountId, rowsOf(FIND, [accountId, id]));
    if (item) return item;
    const { rowCount } = await this.scope.query(accountId, rowsOf(IS_ENDED, [accountId, id]));
    return rowCount === 1 ? 'ended' : null;
  }

  private async read(accountId: string, statement: QueryArrayConfig): Promise<readonly PublicItem[]> {
    const { rows } = await this.scope.query<FeedbackRow>(accountId, statement);
    const items = await itemsOf((names) => this.scope.query(accountId, names), accountId, rows);
    return items as readonly PublicItem[];
  }
}
