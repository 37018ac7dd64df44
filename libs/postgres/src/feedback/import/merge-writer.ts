import {
  plannedImportMerges,
  type ImportedMerge,
  type ImportMergePlan,
  type KnownItem,
  type MergeOutcome,
} from '@libs/feedback';
import { IMPORT, isUuid } from '@libs/kernel';
import type { PoolClient } from 'pg';
import { textOf } from '../../connection/scoped-query';
import { UNRECORDED } from '../../connection/settings';
import { repeatedAfterLockTimeout } from '../../connection/transaction';
import { lockGroupsStatement } from '../duplicates/merge.sql';
import {
  countTargetsStatement,
  knownStatement,
  lockTargetsStatement,
  mergeCreatedStatement,
  setActor,
  type KnownRow,
} from './import-merges.sql';

/** Items per statement, as of a merge: the time of its plan grows with the square. */
const CHUNK_SIZE = 500;

export const knownItem = ([id, target, duplicates, isCreated]: KnownRow): [string, KnownItem] => [
  id,
  { target, duplicates, isCreated },
];

/** The IDs of items that merge, and of their targets. */
export const idsOf = (merges: readonly ImportedMerge[]): string[] => [
  ...new Set(merges.flatMap(({ id, target }) => [id, target]).filter(isUuid)),
];

/** Merges the items of an import at its end. */
export class MergeWriter {
  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
  ) {}

  async merge(merges: readonly ImportedMerge[], importId: string): Promise<readonly MergeOutcome[]> {
    const { rows } = await this.client.query<KnownRow>(
      knownStatement(this.accountId, idsOf(merges), importId),
    );
    const created = rows.filter(([, , , isCreated]) => isCreated).map(knownItem);
    const ids = new Set(created.map(([id]) => id));
    const own = merges.filter(({ id }) => ids.has(id));
    const existing = idsOf(own).filter((id) => !ids.has(id));
    if (existing.length === 0) return this.apply(merges, new Map(created));
    return this.withLocks(async () => {
      const locked = await this.client.query<KnownRow>(lockTargetsStatement(this.accountId, existing));
      return this.apply(merges, new Map([...locked.rows.map(knownItem), ...created]));
    });
  }

  private async apply(
    merges: readonly ImportedMerge[],
    known: ReadonlyMap<string, KnownItem>,
  ): Promise<readonly MergeOutcome[]> {
    const { outcomes, merged, targets } = plannedImportMerges(merges, known);
    for (const chunk of chunksOf(merged))
      await this.client.query(mergeCreatedStatement(this.accountId, chunk));
    const isCreated = ([id]: readonly [string, number]) => known.get(id)!.isCreated;
    await this.count(targets, isCreated, false);
    await this.client.query(setActor(textOf(IMPORT)));
    await this.count(targets, (target) => !isCreated(target), true);
    await this.client.query(setActor(UNRECORDED));
    return outcomes;
  }

  private async count(
    targets: ImportMergePlan['targets'],
    isOne: (target: readonly [string, number]) => boolean,
    isShown: boolean,
  ): Promise<void> {
    for (const chunk of chunksOf([...targets].filter(isOne)))
      await this.client.query(countTargetsStatement(this.accountId, chunk, isShown));
  }

  /**
   * Takes the lock of groups before the locks of items, as a merge does. The import can't be repeated, so only this part
   * is: after a rollback to the savepoint, it holds none of these locks.
   */
  private withLocks<T>(work: () => Promise<T>): Promise<T> {
    return repeatedAfterLockTimeout(async () => {
      await this.client.query('SAVEPOINT merges');
      try {
        await this.client.query(lockGroupsStatement(this.accountId));
        const result = await work();
        await this.client.query('SET LOCAL lock_timeout TO DEFAULT');
        await this.client.query('RELEASE SAVEPOINT merges');
        return result;
      } catch (error) {
        await this.client.query('ROLLBACK TO SAVEPOINT merges');
        throw error;
      }
    });
  }
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += CHUNK_SIZE) yield all.slice(i, i + CHUNK_SIZE);
}
