import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { BatchRemoved, Data, Item } from '@libs/contract';
import {
  AssigneeUseCases,
  changedBy,
  FeedbackBatchUseCases,
  IdempotencyUseCases,
  itemJson,
  memberBatchRule,
  notifyOf,
  removalsRule,
  StatusMessageUseCases,
  type BatchResult,
  type FeedbackUpdates,
  type IdempotentRequest,
  type Operations,
  type Outcome,
  type StoredResponse,
} from '@libs/feedback';
import type { Actor, Valid } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, type Author } from '../http/requester';
import { ApiCaller, ForApiKey, ForMember, LIST_BODY_LIMIT } from '../http/routes';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
} from '../idempotency/idempotency.http';
import { batchBodyRule, batchJson, notifiedBy, operationsOf, outcomesJson, updatesJson } from './batch.http';

/** The ways in which a batch can run. */
interface BatchRun {
  /** `notified`: the items with a message about their status; null if no line asks for one. */
  preview(): Promise<object & { readonly notified: readonly string[] | null }>;
  write(): Promise<object>;
  writeOnce(request: IdempotentRequest): Promise<StoredResponse>;
}

const textOfBody = (body: object) => textOf({ status: 200, headers: {}, body });

const JSON_BODY = { consumes: ['application/json'] };

/** batch.md 2, batch.md 5. Members assign items, and delete many with one request (dashboard.md 9). */
@Controller()
export class BatchController {
  constructor(
    private readonly batches: FeedbackBatchUseCases,
    private readonly requests: IdempotencyUseCases,
    private readonly assignees: AssigneeUseCases,
    private readonly statusMessages: StatusMessageUseCases,
  ) {}

  @Post('api/v1/feedback/batch')
  @HttpCode(200)
  @ForApiKey(['full'], { ...JSON_BODY, bodyLimit: LIST_BODY_LIMIT })
  async change(
    @ApiCaller() caller: Caller,
    @By() { accountId, actor }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = idempotencyKeyOf(request);
    const batch = readBody(batchBodyRule, request.body);
    const operations = operationsOf(batch);
    const { updates } = batch;
    const run = operations
      ? this.applying(accountId, operations, actor, batch.operations ? outcomesJson : updatesJson)
      : this.revising(accountId, { updates } as Valid<FeedbackUpdates>, actor);
    // A dry run writes nothing, so only the syntax of the idempotency key is checked.
    if (batch.dry_run) {
      const { notified, ...preview } = await run.preview();
      const recipients = notified && (await this.statusMessages.audience(accountId, notified)).recipients;
      return { ...preview, dry_run: true, ...(recipients !== null && { recipients }) };
    }
    if (key === null) return run.write();
    const input = batch.operations ? { operations: batch.operations } : { updates };
    const idempotentRequest = idempotentRequestOf(caller, key, operationOf(request), input);
    return sendStoredResponse(reply, await run.writeOnce(idempotentRequest));
  }

  private revising(accountId: string, batch: Valid<FeedbackUpdates>, by: Actor): BatchRun {
    const respond = (result: BatchResult) => textOfBody(batchJson(result));
    return {
      preview: async () => {
        const result = await this.batches.preview(accountId, batch);
        return { ...batchJson(result), notified: notifiedBy(batch.updates, result.items, result.changed) };
      },
      write: async () => batchJson(await this.batches.revise(accountId, batch, by)),
      writeOnce: (request) => this.requests.reviseAll(accountId, batch, by, request, respond),
    };
  }

  private applying(
    accountId: string,
    operations: Operations,
    by: Actor,
    json: (outcomes: readonly Outcome[]) => object,
  ): BatchRun {
    const respond = (outcomes: readonly Outcome[]) => textOfBody(json(outcomes));
    return {
      preview: async () => {
        const outcomes = await this.batches.applyAll(accountId, operations, by, true);
        const lines = operations.operations.map(notifyOf);
        const items = outcomes.map(({ after }) => after);
        return { ...json(outcomes), notified: notifiedBy(lines, items, changedBy(outcomes)) };
      },
      write: async () => json(await this.batches.applyAll(accountId, operations, by)),
      writeOnce: (request) => this.requests.applyAll(accountId, operations, by, request, respond),
    };
  }

  @Post('app/api/feedback/batch')
  @HttpCode(200)
  @ForMember('items.change', { ...JSON_BODY, bodyLimit: LIST_BODY_LIMIT })
  async reviseAllAsMember(
    @By() { accountId, actor }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<readonly Item[]>> {
    const updates = await this.assignees.updatesOf(accountId, readBody(memberBatchRule, body));
    const { items } = await this.batches.revise(accountId, updates, actor);
    return { data: items.map(itemJson) };
  }

  @Post('app/api/feedback/batch/delete')
  @HttpCode(200)
  @ForMember('items.change', JSON_BODY)
  async removeAll(
    @By() { accountId, requester }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<BatchRemoved>> {
    const removals = readBody(removalsRule, body);
    return { data: { changed: await this.batches.remove(accountId, removals, requester) } };
  }
}
