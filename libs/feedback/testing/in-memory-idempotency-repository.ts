import type { Instant } from '@libs/kernel';
import {
  endOf,
  keyInUse,
  replayed,
  type BatchRevision,
  type Feedback,
  type IdempotencyRecord,
  type IdempotencyRepository,
  type KeptAnswer,
  type Once,
} from '../src';
import type { InMemoryFeedbackRepository } from './in-memory-feedback-repository';

interface Kept {
  readonly accountId: string;
  readonly itemIds: readonly string[];
  readonly record: IdempotencyRecord;
}

const STRETCH = 1_000;

/** Runs the same contract as PostgreSQL does. */
export class InMemoryIdempotencyRepository implements IdempotencyRepository {
  private kept: Kept[] = [];
  private readonly inProgress = new Set<string>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, id) => {
      const others = this.kept.filter((one) => one.accountId !== accountId || id !== undefined);
      this.kept = others.map((one) =>
        one.accountId === accountId && one.itemIds.includes(id!)
          ? { ...one, record: { ...one.record, answer: null } }
          : one,
      );
    });
  }

  async add(item: Feedback, once: Once, answer: (item: Feedback) => string): Promise<KeptAnswer> {
    const { accountId, id, createdAt } = item;
    return this.once(accountId, once, createdAt, [id], async () => {
      const text = answer(item);
      await this.items.add(item);
      return text;
    });
  }

  async reviseAll(
    accountId: string,
    batch: BatchRevision,
    once: Once,
    answer: (items: readonly (Feedback | null)[]) => string,
  ): Promise<KeptAnswer> {
    const ids = batch.updates.map(({ id }) => id);
    return this.once(accountId, once, batch.at, ids, async () => {
      const before = await this.items.findAll(accountId, ids);
      try {
        return answer(await this.items.reviseAll(accountId, batch));
      } catch (error) {
        for (const item of before) if (item) await this.items.add(item);
        throw error;
      }
    });
  }

  async purge(end: Instant): Promise<number> {
    const ended = this.kept.filter(({ record }) => record.createdAt <= end).slice(0, STRETCH);
    this.kept = this.kept.filter((one) => !ended.includes(one));
    return ended.length;
  }

  private async once(
    accountId: string,
    once: Once,
    at: Instant,
    itemIds: readonly string[],
    write: () => Promise<string>,
  ): Promise<KeptAnswer> {
    const isThis = (one: Kept) =>
      one.accountId === accountId && one.record.client === once.client && one.record.key === once.key;
    const name = JSON.stringify([accountId, once.client, once.key]);
    if (this.inProgress.has(name)) throw keyInUse();
    const known = this.kept.find(isThis);
    if (known && known.record.createdAt > endOf(at)) return replayed(known.record, once);
    this.inProgress.add(name);
    try {
      const record = { ...once, answer: await write(), createdAt: at };
      this.kept = [...this.kept.filter((one) => !isThis(one)), { accountId, itemIds, record }];
      return { text: record.answer, isReplay: false };
    } finally {
      this.inProgress.delete(name);
    }
  }
}
