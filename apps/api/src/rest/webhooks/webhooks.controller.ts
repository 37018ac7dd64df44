import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { Requester } from '@libs/kernel';
import { EndpointUseCases, endpointChangeRule, keyRotationRule, newEndpointRule } from '@libs/webhooks';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { RequestingKey } from '../../http/requester';
import { ApiCaller, ForApiKey } from '../../http/routes';
import {
  issuedWebhookJson,
  rotatedWebhookJson,
  webhookJson,
  webhooksJson,
} from '../../webhooks/webhooks.http';

/** webhooks.md 1. */
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(private readonly endpoints: EndpointUseCases) {}

  @Get()
  @ForApiKey(['full', 'read'])
  async list(@ApiCaller() { accountId, permission }: Caller) {
    return webhooksJson(await this.endpoints.list(accountId), permission === 'full');
  }

  @Post()
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async create(
    @ApiCaller() { accountId }: Caller,
    @RequestingKey() by: Requester,
    @Req() { body }: FastifyRequest,
  ) {
    const input = readBody(newEndpointRule, body);
    return { data: issuedWebhookJson(await this.endpoints.create(accountId, input, by)) };
  }

  @Get(':id')
  @ForApiKey(['full', 'read'])
  async read(@ApiCaller() { accountId, permission }: Caller, @Param('id') id: string) {
    return { data: webhookJson(await this.endpoints.read(accountId, id), permission === 'full') };
  }

  @Patch(':id')
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async update(
    @ApiCaller() { accountId }: Caller,
    @RequestingKey() by: Requester,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ) {
    const change = readBody(endpointChangeRule, body);
    return { data: webhookJson(await this.endpoints.update(accountId, id, change, by)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForApiKey(['full'])
  async remove(@ApiCaller() { accountId }: Caller, @RequestingKey() by: Requester, @Param('id') id: string) {
    await this.endpoints.remove(accountId, id, by);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async rotateSecret(
    @ApiCaller() { accountId }: Caller,
    @RequestingKey() by: Requester,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ) {
    const rotation = readBody(keyRotationRule, body);
    return { data: rotatedWebhookJson(await this.endpoints.rotate(accountId, id, rotation, by)) };
  }
}
