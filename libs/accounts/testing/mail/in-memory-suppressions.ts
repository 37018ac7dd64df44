import type { Suppression, SuppressionRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySuppressions implements SuppressionRepository {
  private readonly stored = new Map<string, Suppression>();

  constructor(private readonly accounts: Pick<InMemoryAccountRepository, 'listOwners'>) {}

  async add(accountId: string, suppression: Suppression): Promise<void> {
    const key = `${accountId} ${suppression.digest}`;
    if (!this.stored.has(key)) this.stored.set(key, suppression);
  }

  async has(accountId: string, digest: string): Promise<boolean> {
    const exists = (await this.accounts.listOwners(accountId)).length > 0;
    return exists && this.stored.has(`${accountId} ${digest}`);
  }
}
