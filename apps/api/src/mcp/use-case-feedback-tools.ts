import type { Caller } from '@libs/accounts';
import {
  feedbackJson,
  selectionOf,
  statsJson,
  type ExpectedVersion,
  type Feedback,
  type FeedbackBatchUseCases,
  type FeedbackJson,
  type FeedbackUseCases,
  type IdempotencyUseCases,
  type StatsUseCases,
} from '@libs/feedback';
import { apiKeyActor, throwIfInvalid, type Actor, type Issue } from '@libs/kernel';
import type {
  BatchArguments,
  BatchOutcome,
  CreateArguments,
  DeleteArguments,
  FeedbackListing,
  FeedbackStatistics,
  FeedbackTools,
  ListArguments,
  StatsArguments,
  ToolFailure,
  UpdateArguments,
  VersionedItem,
} from '@libs/mcp';
import type { CursorCodec } from '../cursors/cursor';
import { nextCursor, pageRequest } from '../cursors/item-pages';
import { idempotencyKeyOf, idempotentRequestOf } from '../idempotency/idempotency.http';

/** Use cases of the tools. */
export abstract class McpUseCases {
  abstract readonly feedback: FeedbackUseCases;
  abstract readonly batches: FeedbackBatchUseCases;
  abstract readonly stats: StatsUseCases;
  abstract readonly requests: IdempotencyUseCases;
  abstract readonly cursors: CursorCodec;
}

/** The MCP tools inside the service, for the account of the caller. */
export class UseCaseFeedbackTools implements FeedbackTools {
  /** @param failureOf converts a thrown error for the client */
  constructor(
    private readonly caller: Pick<Caller, 'accountId' | 'keyId' | 'bucketId'>,
    private readonly useCases: McpUseCases,
    private readonly failureOf: (thrown: unknown) => ToolFailure,
  ) {}

  list(query: ListArguments): Promise<FeedbackListing> {
    return this.withToolFailures(async () => {
      const { feedback, cursors } = this.useCases;
      const { accountId } = this.caller;
      const issues: Issue[] = [];
      const request = pageRequest(selectionOf(query), query, accountId, cursors, issues);
      throwIfInvalid(issues);
      const page = await feedback.list(accountId, request.query);
      return { items: page.items.map(feedbackJson), next_cursor: nextCursor(page, request, cursors) };
    });
  }

  get(id: string): Promise<VersionedItem> {
    return this.withToolFailures(async () =>
      versioned(await this.useCases.feedback.read(this.caller.accountId, id)),
    );
  }

  stats(query: StatsArguments): Promise<FeedbackStatistics> {
    const { stats } = this.useCases;
    return this.withToolFailures(async () => statsJson(await stats.read(this.caller.accountId, query)));
  }

  create({ idempotency_key: key, ...item }: CreateArguments): Promise<FeedbackJson> {
    return this.withToolFailures(async () => {
      const { accountId } = this.caller;
      if (key === undefined) {
        return feedbackJson(await this.useCases.feedback.submit(accountId, item, 'mcp', this.actor));
      }
      // Parsed like the header, so that a key means the same on every surface.
      const named = idempotencyKeyOf({ headers: { 'idempotency-key': key } })!;
      const idempotentRequest = idempotentRequestOf(this.caller, named, 'MCP create_feedback', item);
      const respond = (created: Feedback) => JSON.stringify(feedbackJson(created));
      const { text } = await this.useCases.requests.submit(
        accountId,
        item,
        'mcp',
        this.actor,
        idempotentRequest,
        respond,
      );
      return JSON.parse(text) as FeedbackJson;
    });
  }

  update({ id, if_match, ...change }: UpdateArguments): Promise<VersionedItem> {
    const { feedback } = this.useCases;
    return this.withToolFailures(async () =>
      versioned(
        await feedback.revise(this.caller.accountId, id, change, this.actor, expectedVersion(if_match)),
      ),
    );
  }

  updateAll(batch: BatchArguments): Promise<BatchOutcome> {
    return this.withToolFailures(async () => {
      const { items, changed } = await this.useCases.batches.revise(this.caller.accountId, batch, this.actor);
      return { items: items.map(feedbackJson), changed };
    });
  }

  delete({ id, if_match }: DeleteArguments): Promise<void> {
    const { feedback } = this.useCases;
    return this.withToolFailures(() =>
      feedback.remove(this.caller.accountId, id, this.actor, expectedVersion(if_match)),
    );
  }

  private get actor(): Actor {
    return apiKeyActor(this.caller.keyId);
  }

  private async withToolFailures<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.failureOf(error);
    }
  }
}

const versioned = (item: Feedback): VersionedItem => ({ item: feedbackJson(item), version: item.version });

const expectedVersion = (version: number | undefined): ExpectedVersion =>
  version === undefined ? 'any' : [version];
