import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type {
  Data,
  ListPage,
  QueuedDelivery,
  QueuedReplay,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@libs/contract';
import { DeliveryUseCases, replayRule } from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { type Author, By, SignedInMember } from '../http/requester';
import { doors, For, ForMember } from '../http/routes';
import { deliveriesJson, deliveriesRequest, deliveryJson, queuedJson } from './webhooks.http';

const CHANGE = { key: ['full'], member: 'webhooks.manage' } as const;

/** webhooks.md 2. */
@Controller(doors('webhooks/:id'))
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveryUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('deliveries')
  @For({ key: ['full', 'read'], member: 'webhooks.manage' }, { query: true })
  async list(
    @By() { accountId }: Author,
    @Param('id') id: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<WebhookDelivery>> {
    const request = deliveriesRequest(query as Query, accountId, this.cursors);
    const page = await this.deliveries.list(accountId, id, request);
    return deliveriesJson(page, request, accountId, this.cursors);
  }

  @Post('test')
  @HttpCode(202)
  @For(CHANGE)
  async test(@By() { accountId }: Author, @Param('id') id: string): Promise<Data<QueuedDelivery>> {
    return queuedJson(await this.deliveries.test(accountId, id));
  }

  @Post('deliveries/:delivery_id/retry')
  @HttpCode(202)
  @For(CHANGE)
  async retry(
    @By() { accountId }: Author,
    @Param('id') id: string,
    @Param('delivery_id') deliveryId: string,
  ): Promise<Data<QueuedDelivery>> {
    return queuedJson(await this.deliveries.retry(accountId, id, deliveryId));
  }

  @Post('replay')
  @HttpCode(202)
  @For(CHANGE, { consumes: ['application/json'] })
  async replay(
    @By() { accountId }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<QueuedReplay>> {
    const input = readBody(replayRule, body);
    return { data: { queued: await this.deliveries.replay(accountId, id, input) } };
  }
}

/** A delivery with its payload (dashboard.md 11). */
@Controller('app/api/webhooks/:id/deliveries/:delivery_id')
export class DeliveryDetailController {
  constructor(private readonly deliveries: DeliveryUseCases) {}

  @Get()
  @ForMember('webhooks.manage')
  async read(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Param('delivery_id') deliveryId: string,
  ): Promise<Data<WebhookDeliveryDetail>> {
    const { delivery, payload } = await this.deliveries.read(accountId, id, deliveryId);
    return { data: { ...deliveryJson(delivery), payload } };
  }
}
