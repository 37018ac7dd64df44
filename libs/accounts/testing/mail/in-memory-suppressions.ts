import type { Suppression, SuppressionRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySuppressions implements SuppressionRepository {
  private readonly stored = new Map<string, Suppression>();

  constructor(private readonly accounts: Pick<InMemoryAccountRepository, 'listOwners' | 'onLeave'>) {
    accounts.onLeave((accountId) => void this.forgetRemoved(accountId));
  }

  async add(accountId: string, suppression: Suppression): Promise<void> {
    const key = `${accountId} ${suppression.digest}`;
    if (!(await this.isRemoved(accountId)) && !this.stored.has(key)) this.stored.set(key, suppression);
  }

  async has(accountId: string, digest: string): Promise<boolean> {
    return this.stored.has(`${accountId} ${digest}`);
  }

  async maySendOutside(accountId: string): Promise<boolean> {
    const owners = await this.accounts.listOwners(accountId);
    return owners.some(({ account, owner }) => !account.suspendedAt && owner.emailConfirmedAt !== null);
  }

  private async forgetRemoved(accountId: string): Promise<void> {
    if (await this.isRemoved(accountId))
      for (const key of this.stored.keys()) if (key.startsWith(accountId)) this.stored.delete(key);
  }

  private async isRemoved(accountId: string): Promise<boolean> {
    return (await this.accounts.listOwners(accountId)).length === 0;
  }
}
