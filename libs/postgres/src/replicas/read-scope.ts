import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import type { PostgresReplicas } from './open-replicas';

/** Runs reads of an account on a replica if possible, and otherwise on the primary. */
export class ReadScope {
  private readonly primary: AccountScope;

  constructor(
    dataSource: DataSource,
    private readonly replicas: PostgresReplicas | null = null,
  ) {
    this.primary = new AccountScope(dataSource);
  }

  async run<T>(accountId: string, read: (scope: AccountScope) => Promise<T>): Promise<T> {
    const onPrimary = () => read(this.primary);
    if (!this.replicas) return onPrimary();
    return this.replicas.read(accountId, { onReplica: ({ scope }) => read(scope), onPrimary });
  }
}
