import type { View, ViewRepository } from '../../src';

/** In-memory adapter for unit tests. */
export class InMemoryViewRepository implements ViewRepository {
  private readonly accounts = new Map<string, Map<string, readonly View[]>>();

  async list(accountId: string, ownerId: string): Promise<readonly View[]> {
    return this.accounts.get(accountId)?.get(ownerId) ?? [];
  }

  async revise(
    accountId: string,
    ownerId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]> {
    const owners = this.accounts.get(accountId) ?? new Map<string, readonly View[]>();
    const views = change(owners.get(ownerId) ?? []);
    this.accounts.set(accountId, owners.set(ownerId, views));
    return views;
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }
}
