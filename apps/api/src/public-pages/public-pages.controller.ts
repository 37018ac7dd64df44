import { Controller, Get, Patch, Req } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  publicPagesChangeRule,
  publicPagesJson,
  type SignedIn,
} from '@libs/accounts';
import type { Data, PublicPages, UnmovedCard } from '@libs/contract';
import { ShownCardUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, SignedInMember, type Author } from '../http/requester';
import { ForMember } from '../http/routes';

/** Settings of the account's public pages (public.md 2). */
@Controller('app/api/public-pages')
export class PublicPagesController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly cards: ShownCardUseCases,
  ) {}

  @Get()
  @ForMember('form.manage')
  show(@SignedInMember() { account }: SignedIn): Data<PublicPages> {
    return { data: publicPagesJson(account.publicPages) };
  }

  /** Cards that promise something and have not moved for a long time, for a hint (public.md 3). */
  @Get('unmoved')
  @ForMember('form.manage')
  async unmoved(@By() { accountId }: Author): Promise<Data<readonly UnmovedCard[]>> {
    const cards = await this.cards.unmoved(accountId);
    return {
      data: cards.map(({ id, title, status, movedAt }) => ({ id, title, status, moved_at: movedAt })),
    };
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
