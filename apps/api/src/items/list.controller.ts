import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Caller, SignedIn } from '@libs/accounts';
import type { Data, Item, ItemCounts, ListPage } from '@libs/contract';
import { FeedbackUseCases, QuarantineUseCases, type FeedbackCounts } from '@libs/feedback';
import type { Page } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { CursorCodec } from '../cursors/cursor';
import type { Query } from '../http/query';
import { SignedInMember } from '../http/requester';
import { ApiCaller, ForApiKey, ForMember } from '../http/routes';
import { asksForDeleted, changesJson, changesRequest } from './changes.http';
import { listJson, listLinks, listRequest, type LinkRequest } from './list.http';
import { countsJson, countsRequest, itemsJson, itemsRequest } from './member-list.http';

interface Paged {
  readonly pagination: { readonly next_cursor: string | null };
}

/** lists.md 1; members have more filters, and pages only by cursor (dashboard.md 9). */
@Controller()
export class ListController {
  constructor(
    private readonly feedback: FeedbackUseCases,
    private readonly quarantine: QuarantineUseCases,
    private readonly cursors: CursorCodec,
    private readonly urls: PublicUrls,
  ) {}

  @Get('api/v1/feedback')
  @ForApiKey(['full', 'read'], { query: true })
  async list(
    @ApiCaller() { accountId }: Caller,
    @Req() { query }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (asksForDeleted(query as Query)) return this.listChanges(accountId, query as Query, reply);
    const request = listRequest(query as Query, accountId, this.cursors);
    const page = await this.feedback.list(accountId, request.query, request.includeTotal);
    const body = listJson(page, request, this.cursors);
    this.link(reply, page, request, body);
    return body;
  }

  private async listChanges(accountId: string, query: Query, reply: FastifyReply) {
    const request = changesRequest(query, accountId, this.cursors);
    const page = await this.feedback.listChanges(accountId, request.query);
    const body = changesJson(page, request, this.cursors);
    this.link(reply, page, request.links, body);
    return body;
  }

  private link(reply: FastifyReply, page: Page<unknown>, request: LinkRequest, { pagination }: Paged): void {
    const links = listLinks(this.urls.items, page, request, pagination.next_cursor);
    if (links) reply.header('link', links);
  }

  @Get('api/v1/feedback/counts')
  @ForApiKey(['full', 'read'])
  async countAll(@ApiCaller() { accountId }: Caller): Promise<Data<FeedbackCounts>> {
    return { data: await this.feedback.counts(accountId) };
  }

  @Get('app/api/feedback')
  @ForMember('read', { query: true })
  async listForMember(
    @SignedInMember() member: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<Item>> {
    const request = itemsRequest(query as Query, member, this.cursors);
    return itemsJson(await this.feedback.list(member.accountId, request.query), request, this.cursors);
  }

  @Get('app/api/feedback/counts')
  @ForMember('read', { query: true })
  async counts(
    @SignedInMember() member: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<ItemCounts>> {
    const { filter, exact } = countsRequest(query as Query, member);
    const counts = this.feedback.countByStatus(member.accountId, filter, { exact });
    const quarantined = this.quarantine.count(member.accountId);
    return { data: countsJson(...(await Promise.all([counts, quarantined]))) };
  }
}
