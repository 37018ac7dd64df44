import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { BatchRemoved, Data, Item } from '@libs/contract';
import {
  AssigneeUseCases,
  FeedbackBatchUseCases,
  IdempotencyUseCases,
  itemJson,
  memberBatchRule,
  removalsRule,
  type BatchResult,
} from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, type Author } from '../http/requester';
import { ApiCaller, ForApiKey, ForMember } from '../http/routes';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
} from '../idempotency/idempotency.http';
import { BATCH_BODY_LIMIT, batchJson, batchRuleWithDryRun } from './batch.http';

const JSON_BODY = { consumes: ['application/json'] };

/** batch.md 2. Members assign items, and delete many with one request (dashboard.md 9). */
@Controller()
export class BatchController {
  constructor(
    private readonly batches: FeedbackBatchUseCases,
    private readonly requests: IdempotencyUseCases,
    private readonly assignees: AssigneeUseCases,
  ) {}

  @Post('api/v1/feedback/batch')
  @HttpCode(200)
  @ForApiKey(['full'], { ...JSON_BODY, bodyLimit: BATCH_BODY_LIMIT })
  async reviseAll(
    @ApiCaller() caller: Caller,
    @By() { accountId, actor }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = idempotencyKeyOf(request);
    const batch = readBody(batchRuleWithDryRun, request.body);
    // A dry run writes nothing, so only the syntax of the idempotency key is checked.
    if (batch.dry_run) return { ...batchJson(await this.batches.preview(accountId, batch)), dry_run: true };
    if (key === null) return batchJson(await this.batches.revise(accountId, batch, actor));
    const { updates } = batch;
    const idempotentRequest = idempotentRequestOf(caller, key, operationOf(request), { updates });
    const respond = (result: BatchResult) => textOf({ status: 200, headers: {}, body: batchJson(result) });
    return sendStoredResponse(
      reply,
      await this.requests.reviseAll(accountId, batch, actor, idempotentRequest, respond),
    );
  }

  @Post('app/api/feedback/batch')
  @HttpCode(200)
  @ForMember('items.change', { ...JSON_BODY, bodyLimit: BATCH_BODY_LIMIT })
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
