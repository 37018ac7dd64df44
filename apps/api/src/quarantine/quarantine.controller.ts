import { Controller, Delete, Get, HttpCode, Logger, Param, Post, Req, Res } from '@nestjs/common';
import { AccountUseCases, type SignedIn } from '@libs/accounts';
import type { Data, Item, ListPage, QuarantinedItem } from '@libs/contract';
import { FollowerUseCases, itemJson, QuarantineUseCases } from '@libs/feedback';
import { memberActor } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followedAccount } from '../visitor-pages/followed-account';
import { CursorCodec } from '../cursors/cursor';
import { etagOf } from '../http/conditional/item-etag';
import type { Query } from '../http/query';
import { ForMember } from '../http/routes';
import { SignedInMember } from '../http/requester';
import { quarantineJson, quarantineRequest } from './quarantine.http';

/** Submissions that looked like spam, for members to review (form.md 5). */
@Controller('app/api/quarantine')
export class QuarantineController {
  private readonly logger = new Logger(QuarantineController.name);

  constructor(
    private readonly quarantine: QuarantineUseCases,
    private readonly accounts: AccountUseCases,
    private readonly followers: FollowerUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @ForMember('read', { query: true })
  async list(
    @SignedInMember() { accountId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<QuarantinedItem>> {
    const request = quarantineRequest(query as Query, accountId, this.cursors);
    return quarantineJson(await this.quarantine.list(accountId, request.query), request, this.cursors);
  }

  @Post(':id/release')
  @HttpCode(200)
  @ForMember('items.change')
  async release(
    @SignedInMember() { accountId, personId, account }: SignedIn,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const item = await this.quarantine.release(accountId, id, memberActor(personId));
    // The item is released even if this fails.
    await this.followers
      .released(followedAccount(account), item)
      .catch((error: Error) => this.logger.warn(error.message));
    await this.accounts.noteFormUsed(account).catch((error: Error) => this.logger.warn(error.message));
    reply.header('etag', etagOf(item));
    return { data: itemJson(item) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('items.change')
  async remove(@SignedInMember() { accountId }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.quarantine.remove(accountId, id);
  }
}
