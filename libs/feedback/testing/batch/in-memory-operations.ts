import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import { applyOperations, type BatchTransaction, type OperationsBatch, type Outcome } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** Applies batches one after the other. Tries each on a copy of the account first, because it can't roll back. */
export class InMemoryOperations {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly newRepository: () => InMemoryFeedbackRepository,
  ) {}

  applyAll(accountId: string, batch: OperationsBatch): Promise<readonly Outcome[]> {
    const result = this.last.then(async () => {
      const rehearsed = await applyTo(await this.copyOf(accountId), accountId, batch);
      return batch.isDryRun ? rehearsed : applyTo(this.items, accountId, batch);
    });
    this.last = result.catch(() => {});
    return result;
  }

  private async copyOf(accountId: string): Promise<InMemoryFeedbackRepository> {
    const copy = this.newRepository();
    for (const item of this.items.all(accountId)) copy.store(item);
    for (const member of this.items.groupsOf(accountId).members()) copy.groupsOf(accountId).keep(member);
    const names = (await this.items.tags.list(accountId)).map(({ name }) => name);
    await copy.tags.ensure(accountId, names, randomUUID, SYSTEM);
    for (const request of await this.items.requests.listAll(accountId, null, Infinity))
      copy.requests.store(request);
    return copy;
  }
}

function applyTo(
  items: InMemoryFeedbackRepository,
  accountId: string,
  batch: OperationsBatch,
): Promise<readonly Outcome[]> {
  const { by, newId } = batch;
  const transaction: BatchTransaction = {
    ensureTags: (names) => items.tags.ensure(accountId, names, newId, by),
    async lock({ ids, externalIds }) {
      const all = items.all(accountId);
      const named = all.filter(
        ({ id, external_id: externalId }) =>
          ids.includes(id) || (externalId !== null && externalIds.includes(externalId)),
      );
      const targets = new Set(named.map((item) => item.merged_into));
      return all.filter((item) => named.includes(item) || targets.has(item.id));
    },
    add: (item) => items.add(item, by),
    reviseAll: (updates) => items.reviseAll(accountId, updates),
    merge: (merge) => items.merge(accountId, merge),
    remove: async (id) => void (await items.remove(accountId, id, 'any', by)),
    findAll: (ids) => items.findAll(accountId, ids),
  };
  return applyOperations(transaction, accountId, batch);
}
