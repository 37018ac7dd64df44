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
import type { FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
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
  @ForMember('keys.manage')
  async list(@SignedInMember() member: SignedIn) {
    const keys = await this.keys.list(member.accountId);
    return { data: await Promise.all(keys.map((key) => this.entry(key, member))) };
  }

  /** api-keys.md 8 */
  @Get('usage')
  @ForMember('keys.manage')
  async requests(@SignedInMember() { accountId }: SignedIn): Promise<Data<ApiUsage>> {
    return { data: usageJson(await this.usage.list(accountId)) };
  }

  @Post()
  @ForMember('keys.manage', { consumes: ['application/json'] })
  async issue(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
  ) {
    const newKey = readBody(newApiKeyRule, request.body);
    const issued = await this.keys.issue(member.accountId, newKey, by);
    return { data: await this.issued(issued, member) };
  }

  @Post(':id/rotate')
  @ForMember('keys.manage', { consumes: ['application/json'] })
  async rotate(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ) {
    const rotation = readBody(rotationRule, request.body);
    const issued = await this.keys.rotate(member.accountId, id, rotation, by);
    return { data: await this.issued(issued, member) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('keys.manage')
  async revoke(@By() { accountId, requester: by }: Author, @Param('id') id: string) {
    await this.keys.revoke(accountId, id, by);
  }

  private async issued({ key, secret }: IssuedApiKey, member: SignedIn): Promise<IssuedKey> {
    return { ...(await this.entry(key, member)), secret };
  }

  private async entry(key: ApiKey, { account }: SignedIn): Promise<KeyEntry> {
    const now = clock();
    const rateLimit = isActive(key, now)
      ? await this.rateLimitStatuses.statusOf(key.bucketId, account.plan)
      : NO_RATE_LIMIT;
    return keyJson(key, rateLimit, now);
  }
}
