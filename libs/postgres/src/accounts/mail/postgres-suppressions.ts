import type { Suppression, SuppressionRepository } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';

const ADD = `
  INSERT INTO mail_suppressions (account_id, digest, at, reason)
  SELECT id, $2, $3, $4 FROM accounts WHERE id = $1 FOR KEY SHARE
  ON CONFLICT DO NOTHING`;
const HAS = 'SELECT FROM mail_suppressions WHERE account_id = $1 AND digest = $2';

/** Suppressed addresses of accounts in PostgreSQL. */
export class PostgresSuppressions implements SuppressionRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(accountId: string, { digest, at, reason }: Suppression): Promise<void> {
    await this.scope.query(accountId, { text: ADD, values: [accountId, digest, at, reason] });
  }

  async has(accountId: string, digest: string): Promise<boolean> {
    const { rowCount } = await this.scope.query(accountId, { text: HAS, values: [accountId, digest] });
    return (rowCount ?? 0) > 0;
  }
}
