import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { Caller, SignedIn } from '@libs/accounts';
import type { Data, IssuedWebhook, ListPage, RotatedWebhook, Webhook, WebhookDetail } from '@libs/contract';
import { EndpointUseCases, endpointChangeRule, keyRotationRule, newEndpointRule } from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { type Author, By, SignedInMember } from '../http/requester';
import { ApiCaller, doors, For, ForApiKey, ForMember } from '../http/routes';
import { clock } from '../clock';
import { detailRequest, webhookDetailJson } from './webhook-detail.http';
import { issuedWebhookJson, rotatedWebhookJson, webhookJson, webhooksJson } from './webhooks.http';

const CHANGE = { key: ['full'], member: 'webhooks.manage' } as const;
const JSON_BODY = { consumes: ['application/json'] };

/** webhooks.md 1. */
@Controller(doors('webhooks'))
export class WebhooksController {
  constructor(private readonly endpoints: EndpointUseCases) {}

  @Get()
  @For({ key: ['full', 'read'], member: 'webhooks.manage' })
  async list(@By() { accountId, mayWrite }: Author): Promise<ListPage<Webhook>> {
    return webhooksJson(await this.endpoints.list(accountId), mayWrite);
  }

  @Post()
  @For(CHANGE, JSON_BODY)
  async create(
    @By() { accountId, requester }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IssuedWebhook>> {
    const input = readBody(newEndpointRule, body);
    return { data: issuedWebhookJson(await this.endpoints.create(accountId, input, requester)) };
  }

  @Patch(':id')
  @For(CHANGE, JSON_BODY)
  async update(
    @By() { accountId, requester }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<Webhook>> {
    const change = readBody(endpointChangeRule, body);
    return { data: webhookJson(await this.endpoints.update(accountId, id, change, requester)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @For(CHANGE)
  async remove(@By() { accountId, requester }: Author, @Param('id') id: string): Promise<void> {
    await this.endpoints.remove(accountId, id, requester);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @For(CHANGE, JSON_BODY)
  async rotateSecret(
    @By() { accountId, requester }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<RotatedWebhook>> {
    const rotation = readBody(keyRotationRule, body);
    return { data: rotatedWebhookJson(await this.endpoints.rotate(accountId, id, rotation, requester)) };
  }
}

/** One webhook, for an API key. */
@Controller('api/v1/webhooks/:id')
export class WebhookController {
  constructor(private readonly endpoints: EndpointUseCases) {}

  @Get()
  @ForApiKey(['full', 'read'])
  async read(
    @ApiCaller() { accountId, permission }: Caller,
    @Param('id') id: string,
  ): Promise<Data<Webhook>> {
    return { data: webhookJson(await this.endpoints.read(accountId, id), permission === 'full') };
  }
}

/** One webhook with the counts of its attempts (dashboard.md 11). */
@Controller('app/api/webhooks/:id')
export class WebhookDetailController {
  constructor(private readonly endpoints: EndpointUseCases) {}

  @Get()
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
}
