import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type {
  Data,
  IssuedWebhook,
  QueuedDelivery,
  QueuedReplay,
  RotatedWebhook,
  Webhook,
  WebhookDetail,
} from '@libs/contract';
import type { Requester } from '@libs/kernel';
import {
  DeliveryUseCases,
  endpointChangeRule,
  EndpointUseCases,
  keyRotationRule,
  newEndpointRule,
  replayRule,
} from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { clock } from '../../shared.module';
import { issuedWebhookJson, rotatedWebhookJson, webhookJson } from '../../webhooks/webhooks.http';
import { RequestingMember, SignedInMember } from '../dashboard-pipeline';
import { detailRequest, webhookDetailJson } from './webhooks.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Webhooks of an account (dashboard.md 11). */
@Controller('app/api/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: EndpointUseCases,
    private readonly deliveries: DeliveryUseCases,
  ) {}

  @Get()
  @ForMember('webhooks.manage')
  async list(@SignedInMember() { accountId }: SignedIn): Promise<Data<Webhook[]>> {
    return { data: (await this.endpoints.list(accountId)).map((one) => webhookJson(one)) };
  }

  @Post()
  @ForMember('webhooks.manage', JSON_BODY)
  async create(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IssuedWebhook>> {
    const endpoint = readBody(newEndpointRule, body);
    return { data: issuedWebhookJson(await this.endpoints.create(accountId, endpoint, by)) };
  }

  @Get(':id')
  @ForMember('webhooks.manage', { query: true })
  async read(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<WebhookDetail>> {
    const since = detailRequest(query as Query, clock());
    const described = await this.endpoints.read(accountId, id);
    return { data: webhookDetailJson(described, await this.endpoints.attemptCounts(accountId, id, since)) };
  }

  @Patch(':id')
  @ForMember('webhooks.manage', JSON_BODY)
  async update(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<Webhook>> {
    const change = readBody(endpointChangeRule, body);
    return { data: webhookJson(await this.endpoints.update(accountId, id, change, by)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('webhooks.manage')
  async remove(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Param('id') id: string,
  ): Promise<void> {
    await this.endpoints.remove(accountId, id, by);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ForMember('webhooks.manage', JSON_BODY)
  async rotate(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<RotatedWebhook>> {
    const rotation = readBody(keyRotationRule, body);
    return { data: rotatedWebhookJson(await this.endpoints.rotate(accountId, id, rotation, by)) };
  }

  @Post(':id/test')
  @HttpCode(202)
  @ForMember('webhooks.manage')
  async test(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
  ): Promise<Data<QueuedDelivery>> {
    return { data: { delivery_id: await this.deliveries.test(accountId, id) } };
  }

  @Post(':id/replay')
  @HttpCode(202)
  @ForMember('webhooks.manage', JSON_BODY)
  async replay(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<QueuedReplay>> {
    const replay = readBody(replayRule, body);
    return { data: { queued: await this.deliveries.replay(accountId, id, replay) } };
  }
}
