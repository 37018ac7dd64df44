import { hash } from 'node:crypto';
import {
  importInProgress,
  tooManyImports,
  type FeedbackImporter,
  type ImportedFeedback,
  type ImportTarget,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../account-scope';
import { poolOf } from '../../data-source';
import { poolShares } from '../pool-shares';
import { insertAllStatement, takenStatement, tryLock, type TakenRow } from './feedback-import.sql';

/** Imports in PostgreSQL: one transaction each, one statement a chunk. */
export class PostgresFeedbackImporter implements FeedbackImporter {
  private readonly scope: AccountScope;
  /** An import keeps its connection for as long as its file takes to come: most of the pool is for everybody else. */
  private readonly max: number;
  private readonly running = new Set<string>();

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
    this.max = poolShares(poolOf(dataSource).options.max).imports;
  }

  async run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T> {
    if (this.running.has(accountId)) throw importInProgress();
    if (this.running.size >= this.max) throw tooManyImports();
    this.running.add(accountId);
    try {
      return await this.scope.transaction(accountId, async (client) => {
        const { rows } = await client.query<[isFree: boolean]>(tryLock(accountId));
        if (!rows[0]![0]) throw importInProgress();
        return work(dryRun ? new Rehearsal(client, accountId) : writing(client, accountId));
      });
    } finally {
      this.running.delete(accountId);
    }
  }
}

const writing = (client: PoolClient, accountId: string): ImportTarget => ({
  async add(items) {
    const { rowCount } = await client.query(insertAllStatement(accountId, items));
    return rowCount ?? 0;
  },
});

/** Asks what is there and remembers what would have been added. */
class Rehearsal implements ImportTarget {
  /** Digests, because 100,000 external ids at full length would be a hundred megabytes. */
  private readonly added = new Set<string>();

  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
  ) {}

  async add(items: readonly ImportedFeedback[]): Promise<number> {
    const { rows } = await this.client.query<TakenRow>(takenStatement(this.accountId, items));
    const taken = new Set(rows.map(([id, externalId]) => (id === null ? `e${externalId}` : `i${id}`)));
    let count = 0;
    for (const { item, externalId } of items) {
      const names = [`i${item.id}`, ...(externalId === null ? [] : [`e${externalId}`])];
      const digests = names.map(digestOf);
      if (names.some((name) => taken.has(name)) || digests.some((digest) => this.added.has(digest))) continue;
      for (const digest of digests) this.added.add(digest);
      count++;
    }
    return count;
  }
}

const digestOf = (name: string): string => hash('sha256', name, 'base64').slice(0, 22);
