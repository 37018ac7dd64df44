import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, ListPage, QueuedDelivery, WebhookDelivery, WebhookDeliveryDetail } from '@libs/contract';
import { DeliveryUseCases } from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../../cursors/cursor';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { deliveriesJson, deliveriesRequest, deliveryJson } from '../../webhooks/webhooks.http';
import { SignedInMember } from '../dashboard-pipeline';

/** Deliveries of a webhook (dashboard.md 11). */
@Controller('app/api/webhooks/:id/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveryUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @ForMember('webhooks.manage', { query: true })
  async list(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<WebhookDelivery>> {
    const request = deliveriesRequest(query as Query, accountId, this.cursors);
    const page = await this.deliveries.list(accountId, id, request);
    return deliveriesJson(page, request, accountId, this.cursors);
  }

  @Get(':deliveryId')
  @ForMember('webhooks.manage')
  async read(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<Data<WebhookDeliveryDetail>> {
    const { delivery, payload } = await this.deliveries.read(accountId, id, deliveryId);
    return { data: { ...deliveryJson(delivery), payload } };
  }

  @Post(':deliveryId/retry')
  @HttpCode(202)
  @ForMember('webhooks.manage')
  async retry(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<Data<QueuedDelivery>> {
    await this.deliveries.retry(accountId, id, deliveryId);
    return { data: { delivery_id: deliveryId } };
  }
}
