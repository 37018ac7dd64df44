import type { Suppression, SuppressionRepository } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';

const ADD = `
  INSERT INTO mail_suppressions (account_id, digest, at, reason)
  SELECT id, $2, $3, $4 FROM accounts WHERE id = $1 FOR KEY SHARE
  ON CONFLICT DO NOTHING`;
const HAS = 'SELECT FROM mail_suppressions WHERE account_id = $1 AND digest = $2';
const MAY_SEND_OUTSIDE = `
  SELECT FROM accounts WHERE id = $1 AND suspended_at IS NULL AND EXISTS (
    SELECT FROM memberships JOIN people ON people.id = person_id
    WHERE account_id = $1 AND role = 'owner' AND email_confirmed_at IS NOT NULL)`;

/** Suppressed addresses of accounts in PostgreSQL. */
export class PostgresSuppressions implements SuppressionRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(accountId: string, { digest, at, reason }: Suppression): Promise<void> {
    await this.scope.query(accountId, { text: ADD, values: [accountId, digest, at, reason] });
  }

  has(accountId: string, digest: string): Promise<boolean> {
    return this.isFound(HAS, accountId, digest);
  }

  maySendOutside(accountId: string): Promise<boolean> {
    return this.isFound(MAY_SEND_OUTSIDE, accountId);
  }

  private async isFound(text: string, accountId: string, ...more: string[]): Promise<boolean> {
    const { rowCount } = await this.scope.query(accountId, { text, values: [accountId, ...more] });
    return (rowCount ?? 0) > 0;
  }
}
