import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  identityKeyJson,
  IdentityUseCases,
  IDENTITY_KEYS_MAX,
  newIdentityKeyRule,
  type SignedIn,
} from '@libs/accounts';
import type { Data, IdentitySettings, IdentityTest, IssuedIdentityKey } from '@libs/contract';
import { objectRule, required, stringRule } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, SignedInMember, type Author } from '../http/requester';
import { ForMember } from '../http/routes';

const JSON_BODY = { consumes: ['application/json'] };
const testRule = objectRule({ token: required(stringRule) });

/** Keys of identity tokens, and the test of a token (identity.md 6). */
@Controller('app/api/identity')
export class IdentityController {
  constructor(private readonly identity: IdentityUseCases<unknown>) {}

  @Get()
  @ForMember('keys.manage')
  show(@SignedInMember() { account }: SignedIn): Data<IdentitySettings> {
    return {
      data: {
        slug: account.slug,
        keys: account.identityKeys.map(identityKeyJson),
        max_keys: IDENTITY_KEYS_MAX,
      },
    };
  }

  @Post('keys')
  @ForMember('keys.manage', JSON_BODY)
  async add(
    @By() { accountId, requester }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IssuedIdentityKey>> {
    const input = readBody(newIdentityKeyRule, body);
    const { key, secret } = await this.identity.add(accountId, input, requester);
    return { data: { ...identityKeyJson(key), secret } };
  }

  @Delete('keys/:id')
  @ForMember('keys.manage')
  @HttpCode(204)
  async remove(
    @SignedInMember() { account }: SignedIn,
    @By() { requester }: Author,
    @Param('id') id: string,
  ): Promise<void> {
    await this.identity.remove(account, id, requester);
  }

  @Post('test')
  @ForMember('keys.manage', JSON_BODY)
  @HttpCode(200)
  async test(
    @SignedInMember() { account }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IdentityTest>> {
    const { token, problems } = await this.identity.test(account, readBody(testRule, body).token);
    return { data: { header: token?.header ?? null, claims: token?.claims ?? null, problems } };
  }
}
