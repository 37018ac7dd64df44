import type { View, ViewRepository } from '../../src';

/** In-memory adapter for unit tests. */
export class InMemoryViewRepository implements ViewRepository {
  /** Views by account and owner. The account is the owner of shared ones. */
  private readonly accounts = new Map<string, Map<string, readonly View[]>>();

  async list(accountId: string, ownerId: string): Promise<readonly View[]> {
    return this.listed(accountId, ownerId);
  }

  private listed(accountId: string, ownerId: string): readonly View[] {
    const owners = this.accounts.get(accountId);
    return [...(owners?.get(ownerId) ?? []), ...(owners?.get(accountId) ?? [])];
  }

  async revise(
    accountId: string,
    ownerId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]> {
    const owners = this.accounts.get(accountId) ?? new Map<string, readonly View[]>();
    const views = change(this.listed(accountId, ownerId));
    for (const [owner, shared] of [
      [ownerId, false],
      [accountId, true],
    ] as const)
      owners.set(
        owner,
        views.filter((view) => view.shared === shared),
      );
    this.accounts.set(accountId, owners);
    return views;
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }
}
