import type { AccountOfPerson, MembershipRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMembershipRepository implements MembershipRepository {
  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async listOf(personId: string): Promise<readonly AccountOfPerson[]> {
    return this.accounts.memberships
      .filter((one) => one.personId === personId)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.accountId < b.accountId ? -1 : 1))
      .map(({ accountId, role }) => ({ account: this.accounts.get(accountId)!, role }));
  }
}
