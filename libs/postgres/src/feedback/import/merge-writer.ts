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

  /**
   * Merges items into each other first, which locks nothing that others see. Only what merges into items that existed waits
   * for locks, and holds them until the import ends.
   */
  async merge(merges: readonly ImportedMerge[], importId: string): Promise<readonly MergeOutcome[]> {
    const statement = knownStatement(this.accountId, idsOf(merges), importId);
    const known = new Map((await this.client.query<KnownRow>(statement)).rows.map(knownItem));
    const plan = plannedImportMerges(merges, known);
    const own = plan.merged.filter(({ target }) => known.get(target)?.isCreated);
    await this.apply({ ...plan, merged: own }, known);
    if (own.length === plan.merged.length) return plan.outcomes;
    const applied = new Set(own.map(({ id }) => id));
    const created = [...known].filter(([, { isCreated }]) => isCreated);
    const existing = [...known.keys()].filter((id) => !known.get(id)!.isCreated);
    return this.withLocks(async () => {
      const locked = await this.client.query<KnownRow>(lockTargetsStatement(this.accountId, existing));
      const current = new Map([...locked.rows.map(knownItem), ...created]);
      const { outcomes, merged, targets } = plannedImportMerges(merges, current);
      const rest = merged.filter(({ id }) => !applied.has(id));
      await this.apply({ outcomes, merged: rest, targets }, current);
      return outcomes;
    });
  }

  private async apply(
    { merged, targets }: ImportMergePlan,
    known: ReadonlyMap<string, KnownItem>,
  ): Promise<void> {
    for (const chunk of chunksOf(merged))
      await this.client.query(mergeCreatedStatement(this.accountId, chunk));
    const grown = new Set(merged.map(({ target }) => target));
    const counts = [...targets].filter(([id]) => grown.has(id));
    await this.count(
      counts.filter(([id]) => known.get(id)!.isCreated),
      false,
    );
    await this.client.query(setActor(textOf(IMPORT)));
    await this.count(
      counts.filter(([id]) => !known.get(id)!.isCreated),
      true,
    );
    await this.client.query(setActor(UNRECORDED));
  }

  private async count(targets: readonly (readonly [string, number])[], isShown: boolean): Promise<void> {
    for (const chunk of chunksOf(targets))
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
