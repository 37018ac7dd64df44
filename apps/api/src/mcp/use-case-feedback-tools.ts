import type { Caller } from '@libs/accounts';
import {
  feedbackJson,
  selectionOf,
  statsJson,
  type ExpectedVersion,
  type Feedback,
  type FeedbackJson,
} from '@libs/feedback';
import { apiKeyActor, isUuid, throwIfInvalid, type Actor, type Issue, type Valid } from '@libs/kernel';
import type {
  BatchArguments,
  BatchOutcome,
  ChangeListing,
  ChangesArguments,
  CreateArguments,
  DeleteArguments,
  Details,
  FeedbackListing,
  FeedbackStatistics,
  FeedbackTools,
  ListArguments,
  Part,
  SimilarItem,
  StatsArguments,
  ToolFailure,
  UpdateArguments,
  VersionedItem,
} from '@libs/mcp';
import { nextCursor, pageRequest } from '../cursors/item-pages';
import { idempotencyKeyOf, idempotentRequestOf } from '../idempotency/idempotency.http';
import { itemDetails } from './item-details';
import { listedChanges } from './listed-changes';
import type { McpUseCases } from './mcp-use-cases';
import { UseCaseChangelogTools } from './use-case-changelog-tools';

/** The MCP tools inside the service, for the account of the caller. */
export class UseCaseFeedbackTools implements FeedbackTools {
  readonly changelog: UseCaseChangelogTools;

  /** @param failureOf converts a thrown error for the client */
  constructor(
    private readonly caller: Pick<Caller, 'accountId' | 'keyId' | 'bucketId'>,
    private readonly useCases: McpUseCases,
    private readonly failureOf: (thrown: unknown) => ToolFailure,
  ) {
    this.changelog = new UseCaseChangelogTools(caller, useCases, (work) => this.withToolFailures(work));
  }

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

  similarTo(idOrTitle: string): Promise<readonly SimilarItem[]> {
    const { similar } = this.useCases;
    return this.withToolFailures(async () => {
      const { accountId } = this.caller;
      const found = isUuid(idOrTitle)
        ? await similar.ofItem(accountId, idOrTitle)
        : await similar.ofTitle(accountId, idOrTitle);
      return found.map(({ item, score }) => ({ ...feedbackJson(item), score }));
    });
  }

  get(id: string, parts: readonly Part[] = []): Promise<VersionedItem & Details> {
    return this.withToolFailures(async () => {
      const item = versioned(await this.useCases.feedback.read(this.caller.accountId, id));
      return { ...item, ...(await itemDetails(this.useCases, this.caller.accountId, id, parts)) };
    });
  }

  changes(query: ChangesArguments): Promise<ChangeListing> {
    return this.withToolFailures(() => listedChanges(this.useCases, this.caller.accountId, query));
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
      const { text } = await this.useCases.idempotency.submit(
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

  update({ id, if_match, note, request, ...change }: UpdateArguments): Promise<VersionedItem> {
    const { feedback, requests } = this.useCases;
    const { accountId } = this.caller;
    return this.withToolFailures(async () => {
      const expected = expectedVersion(if_match);
      const item = await feedback.revise(accountId, id, valid(change), this.actor, expected);
      if (request) await requests.add(accountId, id, valid([request]), 'mcp', this.actor);
      await this.writeNote(id, note);
      return versioned(request ? await feedback.read(accountId, id) : item);
    });
  }

  updateAll({ updates }: BatchArguments): Promise<BatchOutcome> {
    return this.withToolFailures(async () => {
      const lines = updates.map(({ note: _, ...line }) => line);
      const { accountId } = this.caller;
      const { items, changed } = await this.useCases.batches.revise(
        accountId,
        valid({ updates: lines }),
        this.actor,
      );
      for (const { id, note } of updates) await this.writeNote(id, note);
      return { items: items.map(feedbackJson), changed };
    });
  }

  private async writeNote(id: string, text: string | undefined): Promise<void> {
    if (text !== undefined)
      await this.useCases.notes.write(this.caller.accountId, id, valid([{ text }]), this.actor);
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

/** Parts of valid arguments are valid. */
const valid = <T>(values: T) => values as Valid<T>;

const versioned = (item: Feedback): VersionedItem => ({ item: feedbackJson(item), version: item.version });

const expectedVersion = (version: number | undefined): ExpectedVersion =>
  version === undefined ? 'any' : [version];
