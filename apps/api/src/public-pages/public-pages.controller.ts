import { Controller, Get, Patch, Req } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  publicPagesChangeRule,
  publicPagesJson,
  type SignedIn,
} from '@libs/accounts';
import type { Data, PublicPages } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, SignedInMember, type Author } from '../http/requester';
import { ForMember } from '../http/routes';

/** Settings of the account's public pages (public.md 2). */
@Controller('app/api/public-pages')
export class PublicPagesController {
  constructor(private readonly settings: AccountSettingsUseCases) {}

  @Get()
  @ForMember('form.manage')
  show(@SignedInMember() { account }: SignedIn): Data<PublicPages> {
    return { data: publicPagesJson(account.publicPages) };
  }

  @Patch()
  @ForMember('form.manage', { consumes: ['application/json'] })
  async change(
    @By() { accountId, requester }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<PublicPages>> {
    const change = readBody(publicPagesChangeRule, body);
    const account = await this.settings.changePublicPages(accountId, change, requester);
    return { data: publicPagesJson(account.publicPages) };
  }
}
