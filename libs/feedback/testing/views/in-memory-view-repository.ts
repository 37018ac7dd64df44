import type { View, ViewRepository } from '../../src';

/** In-memory adapter for unit tests. */
export class InMemoryViewRepository implements ViewRepository {
  /** Views by account and person. Shared ones have the account instead of a person. */
  private readonly accounts = new Map<string, Map<string, readonly View[]>>();

  async list(accountId: string, personId: string): Promise<readonly View[]> {
    return this.listed(accountId, personId);
  }

  private listed(accountId: string, personId: string): readonly View[] {
    const stored = this.accounts.get(accountId);
    return [...(stored?.get(personId) ?? []), ...(stored?.get(accountId) ?? [])];
  }

  async revise(
    accountId: string,
    personId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]> {
    const stored = this.accounts.get(accountId) ?? new Map<string, readonly View[]>();
    const views = change(this.listed(accountId, personId));
    for (const [key, shared] of [
      [personId, false],
      [accountId, true],
    ] as const)
      stored.set(
        key,
        views.filter((view) => view.shared === shared),
      );
    this.accounts.set(accountId, stored);
    return views;
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }
}
