import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { DeliveryUseCases, replayRule } from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../../cursors/cursor';
import { readBody } from '../../http/body';
import type { Query } from '../../http/query';
import { ApiCaller, ForApiKey } from '../../http/routes';
import { deliveriesJson, deliveriesRequest, queuedJson } from '../../webhooks/webhooks.http';

/** webhooks.md 2. */
@Controller('api/v1/webhooks/:id')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveryUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('deliveries')
  @ForApiKey(['full', 'read'], { query: true })
  async list(@ApiCaller() { accountId }: Caller, @Param('id') id: string, @Req() { query }: FastifyRequest) {
    const request = deliveriesRequest(query as Query, accountId, this.cursors);
    const page = await this.deliveries.list(accountId, id, request);
    return deliveriesJson(page, request, accountId, this.cursors);
  }

  @Post('test')
  @HttpCode(202)
  @ForApiKey(['full'])
  async test(@ApiCaller() { accountId }: Caller, @Param('id') id: string) {
    return queuedJson(await this.deliveries.test(accountId, id));
  }

  @Post('deliveries/:delivery_id/retry')
  @HttpCode(202)
  @ForApiKey(['full'])
  async retry(
    @ApiCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('delivery_id') deliveryId: string,
  ) {
    return queuedJson(await this.deliveries.retry(accountId, id, deliveryId));
  }

  @Post('replay')
  @HttpCode(202)
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async replay(@ApiCaller() { accountId }: Caller, @Param('id') id: string, @Req() { body }: FastifyRequest) {
    const input = readBody(replayRule, body);
    return { data: { queued: await this.deliveries.replay(accountId, id, input) } };
  }
}
