import type { Assignee, AssigneeFinder } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';

const FIND = `
  SELECT person_id AS id, name FROM memberships JOIN people ON people.id = person_id
  WHERE account_id = $1 AND person_id = ANY ($2::uuid[])`;

/** Members in PostgreSQL, to whom items can be assigned. */
export class PostgresAssigneeFinder implements AssigneeFinder {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async find(accountId: string, personIds: readonly string[]): Promise<readonly Assignee[]> {
    const ids = personIds.filter(isUuid);
    if (!isUuid(accountId) || ids.length === 0) return [];
    return (await this.scope.query(accountId, { text: FIND, values: [accountId, ids] })).rows as Assignee[];
  }
}
