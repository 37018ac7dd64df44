import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  ApiKeyUseCases,
  ApiUsageUseCases,
  isActive,
  newApiKeyRule,
  RateLimitStatuses,
  rotationRule,
  type ApiKey,
  type IssuedApiKey,
  type SignedIn,
} from '@libs/accounts';
import type { ApiUsage, Data, IssuedKey, KeyEntry } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { clock } from '../../shared.module';
import { readBody } from '../../http/body';
import { ForOwner } from '../../http/routes';
import { RequestingOwner, SignedInOwner } from '../dashboard-pipeline';
import { keyJson, NO_RATE_LIMIT, usageJson } from './keys.http';

/** API keys of an account (api-keys.md 7, api-keys.md 8). */
@Controller('app/api/keys')
export class KeysController {
  constructor(
    private readonly keys: ApiKeyUseCases,
    private readonly rateLimitStatuses: RateLimitStatuses,
    private readonly usage: ApiUsageUseCases,
  ) {}

  @Get()
  @ForOwner()
  async list(@SignedInOwner() owner: SignedIn) {
    const keys = await this.keys.list(owner.accountId);
    return { data: await Promise.all(keys.map((key) => this.entry(key, owner))) };
  }

  /** api-keys.md 8 */
  @Get('usage')
  @ForOwner()
  async requests(@SignedInOwner() { accountId }: SignedIn): Promise<Data<ApiUsage>> {
    return { data: usageJson(await this.usage.list(accountId)) };
  }

  @Post()
  @ForOwner({ consumes: ['application/json'] })
  async issue(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
  ) {
    const newKey = readBody(newApiKeyRule, request.body);
    const issued = await this.keys.issue(owner.accountId, newKey, by);
    return { data: await this.issued(issued, owner) };
  }

  @Post(':id/rotate')
  @ForOwner({ consumes: ['application/json'] })
  async rotate(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ) {
    const rotation = readBody(rotationRule, request.body);
    const issued = await this.keys.rotate(owner.accountId, id, rotation, by);
    return { data: await this.issued(issued, owner) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForOwner()
  async revoke(
    @SignedInOwner() { accountId }: SignedIn,
    @RequestingOwner() by: Requester,
    @Param('id') id: string,
  ) {
    await this.keys.revoke(accountId, id, by);
  }

  private async issued({ key, secret }: IssuedApiKey, owner: SignedIn): Promise<IssuedKey> {
    return { ...(await this.entry(key, owner)), secret };
  }

  private async entry(key: ApiKey, { account }: SignedIn): Promise<KeyEntry> {
    const now = clock();
    const rateLimit = isActive(key, now)
      ? await this.rateLimitStatuses.statusOf(key.bucketId, account.plan)
      : NO_RATE_LIMIT;
    return keyJson(key, rateLimit, now);
  }
}
