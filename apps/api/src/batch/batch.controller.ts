import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { FeedbackBatchUseCases, IdempotencyUseCases, type BatchResult } from '@libs/feedback';
import { apiKeyActor } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ApiCaller, ForApiKey } from '../http/routes';
import { BATCH_BODY_LIMIT, batchJson, batchRuleWithDryRun } from './batch.http';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
} from '../idempotency/idempotency.http';

/** batch.md 2. */
@Controller('api/v1/feedback')
export class BatchController {
  constructor(
    private readonly batches: FeedbackBatchUseCases,
    private readonly requests: IdempotencyUseCases,
  ) {}

  @Post('batch')
  @HttpCode(200)
  @ForApiKey(['full'], { consumes: ['application/json'], bodyLimit: BATCH_BODY_LIMIT })
  async reviseAll(
    @ApiCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { accountId } = caller;
    const by = apiKeyActor(caller.keyId);
    const key = idempotencyKeyOf(request);
    const batch = readBody(batchRuleWithDryRun, request.body);
    // A dry run writes nothing, so only the syntax of the idempotency key is checked.
    if (batch.dry_run) return { ...batchJson(await this.batches.preview(accountId, batch)), dry_run: true };
    if (key === null) return batchJson(await this.batches.revise(accountId, batch, by));
    const { updates } = batch;
    const idempotentRequest = idempotentRequestOf(caller, key, operationOf(request), { updates });
    const respond = (result: BatchResult) => textOf({ status: 200, headers: {}, body: batchJson(result) });
    return sendStoredResponse(
      reply,
      await this.requests.reviseAll(accountId, batch, by, idempotentRequest, respond),
    );
  }
}
