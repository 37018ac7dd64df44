import {
  FeedbackBatchUseCases,
  feedbackJson,
  FeedbackUseCases,
  IdempotencyUseCases,
  PAGE_DEFAULT,
  positionOf,
  selectionOf,
  StatsUseCases,
  type Feedback,
  type GroupedValue,
  type Position,
  type StatsValue,
} from '@libs/feedback';
import {
  idAt,
  InMemoryFeedbackRepository,
  InMemoryIdempotencyRepository,
  InMemoryStats,
  NO_STORAGE_LIMIT,
} from '@libs/feedback/testing';
import { DomainError, SYSTEM } from '@libs/kernel';
import {
  ToolFailure,
  type BatchArguments,
  type CreateArguments,
  type DeleteArguments,
  type FeedbackListing,
  type FeedbackStatistics,
  type FeedbackTools,
  type ListArguments,
  type StatsArguments,
  type UpdateArguments,
  type VersionedItem,
} from '../src';

const TYPES: Partial<Record<DomainError['kind'], string>> = {
  validation: 'validation_error',
  not_found: 'not_found_error',
  idempotency: 'idempotency_error',
  precondition_failed: 'precondition_failed_error',
  conflict: 'conflict_error',
};

/** Holds the items of all accounts of a test. Its clock advances by one millisecond per reading. */
export class InMemoryService {
  now = Date.parse('2026-03-03T10:00:00.000Z');
  private readonly clock = () => new Date(this.now++);
  readonly items = new InMemoryFeedbackRepository();
  private readonly newId = (at: Date) => idAt(at.toISOString());
  readonly feedback = new FeedbackUseCases(
    { items: this.items, lists: this.items, tags: this.items.tags, storage: NO_STORAGE_LIMIT },
    this.clock,
    this.newId,
  );
  readonly batches = new FeedbackBatchUseCases(
    this.items,
    this.clock,
    this.newId,
    this.items.tags,
    NO_STORAGE_LIMIT,
  );
  readonly requests = new IdempotencyUseCases(
    {
      writes: new InMemoryIdempotencyRepository(this.items),
      items: this.items,
      tags: this.items.tags,
      storage: NO_STORAGE_LIMIT,
    },
    this.clock,
    this.newId,
  );

  /** Returns statistics of the items and of their recorded changes. */
  async stats(accountId: string): Promise<StatsUseCases> {
    const stats = new InMemoryStats();
    const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0, merged: 'include' } as const;
    stats.items.push(...(await this.items.list(accountId, everything)));
    for (const change of this.items.changesOf(accountId)) {
      if (change.kind !== 'updated' || change.item.status === change.previous.status) continue;
      const { id: itemId, status: to } = change.item;
      if (stats.items.some(({ id }) => id === itemId))
        stats.record({ accountId, itemId, at: change.at, from: change.previous.status, to });
    }
    return new StatsUseCases(stats, this.clock);
  }
}

/** Runs the tools on use cases with in-memory repositories, without a service. */
export class InMemoryFeedbackTools implements FeedbackTools {
  constructor(
    private readonly accountId: string,
    private readonly service = new InMemoryService(),
  ) {}

  list({ cursor, limit = PAGE_DEFAULT, ...query }: ListArguments): Promise<FeedbackListing> {
    return withToolFailures(async () => {
      const selection = selectionOf(query);
      const scope = JSON.stringify({ accountId: this.accountId, ...selection });
      const after = cursor === undefined ? undefined : positionIn(cursor, scope);
      const listQuery = { ...selection, limit, offset: 0, after };
      const page = await this.service.feedback.list(this.accountId, listQuery);
      const last = page.hasMore ? page.items.at(-1) : undefined;
      return {
        items: page.items.map(feedbackJson),
        next_cursor: last ? JSON.stringify([scope, positionOf(last, query.sort)]) : null,
      };
    });
  }

  get(id: string) {
    return withToolFailures(async () => versioned(await this.service.feedback.read(this.accountId, id)));
  }

  stats(query: StatsArguments): Promise<FeedbackStatistics> {
    return withToolFailures(async () => {
      const { total, buckets, ...more } = await (
        await this.service.stats(this.accountId)
      ).read(this.accountId, query);
      return {
        ...more,
        total: valueJson(total),
        buckets: buckets.map(({ from, ...value }) => ({ from, ...valueJson(value) })),
      };
    });
  }

  create({ idempotency_key: key, ...item }: CreateArguments) {
    return withToolFailures(async () => {
      if (key === undefined) {
        return feedbackJson(await this.service.feedback.submit(this.accountId, item, 'mcp', SYSTEM));
      }
      const idempotentRequest = { client: this.accountId, key, fingerprint: JSON.stringify(item) };
      const respond = (createdItem: Feedback) => JSON.stringify(feedbackJson(createdItem));
      const { text } = await this.service.requests.submit(
        this.accountId,
        item,
        'mcp',
        SYSTEM,
        idempotentRequest,
        respond,
      );
      return JSON.parse(text) as ReturnType<typeof feedbackJson>;
    });
  }

  update({ id, if_match, ...change }: UpdateArguments) {
    const { feedback } = this.service;
    return withToolFailures(async () =>
      versioned(await feedback.revise(this.accountId, id, change, SYSTEM, expected(if_match))),
    );
  }

  updateAll(batch: BatchArguments) {
    return withToolFailures(async () => {
      const { items, changed } = await this.service.batches.revise(this.accountId, batch, SYSTEM);
      return { items: items.map((item) => feedbackJson(item)), changed };
    });
  }

  delete({ id, if_match }: DeleteArguments) {
    return withToolFailures(() =>
      this.service.feedback.remove(this.accountId, id, SYSTEM, expected(if_match)),
    );
  }
}

const valueJson = ({ groups, ...value }: GroupedValue) => ({
  ...withMedian(value),
  ...(groups && { groups: groups.map((group) => ({ name: group.name, ...withMedian(group) })) }),
});

const withMedian = ({ count, medianSeconds }: StatsValue) => ({
  count,
  ...(medianSeconds !== undefined && { median_seconds: medianSeconds }),
});

const versioned = (item: Feedback): VersionedItem => ({ item: feedbackJson(item), version: item.version });
const expected = (version: number | undefined) => (version === undefined ? 'any' : [version]);

function positionIn(cursor: string, scope: string): Position {
  const [cursorScope, position] = cursor.startsWith('[') ? (JSON.parse(cursor) as [string, Position]) : [];
  if (cursorScope === scope && position) return position;
  throw new ToolFailure('validation_error', 'cursor must be the next_cursor of the same list');
}

async function withToolFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw ToolFailure.of(TYPES[error.kind] ?? 'api_error', error.message, error.facts.issues);
  }
}
