import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { BatchRemoved, Data, Item, ItemCounts, ListPage } from '@libs/contract';
import {
  AssigneeUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  memberBatchRule,
  memberChangeRule,
  newFeedbackRule,
  QuarantineUseCases,
  removalsRule,
} from '@libs/feedback';
import { memberActor, type Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { BATCH_BODY_LIMIT } from '../batch/batch.http';
import { etagOf } from './feedback.http';
import { IfMatch } from '../http/conditional/if-match';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { ForMember } from '../http/routes';
import { RequestingMember, SignedInMember } from '../http/requester';
import { countsFilter, countsJson, itemJson, itemsJson, itemsRequest } from './items.http';

const JSON_BODY = ['application/json'];

/** Feedback items of the signed-in member (dashboard.md 9). Uses the use cases of the REST API, without key limits. */
@Controller('app/api/feedback')
export class ItemsController {
  constructor(
    private readonly feedback: FeedbackUseCases,
    private readonly batches: FeedbackBatchUseCases,
    private readonly quarantine: QuarantineUseCases,
    private readonly assignees: AssigneeUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @ForMember('read', { query: true })
  async list(@SignedInMember() member: SignedIn, @Req() { query }: FastifyRequest): Promise<ListPage<Item>> {
    const request = itemsRequest(query as Query, member, this.cursors);
    return itemsJson(await this.feedback.list(member.accountId, request.query), request, this.cursors);
  }

  @Get('counts')
  @ForMember('read', { query: true })
  async counts(
    @SignedInMember() member: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<ItemCounts>> {
    const counts = this.feedback.countByStatus(member.accountId, countsFilter(query as Query, member));
    const quarantined = this.quarantine.count(member.accountId);
    return { data: countsJson(...(await Promise.all([counts, quarantined]))) };
  }

  @Post()
  @ForMember('items.change', { consumes: JSON_BODY })
  async create(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const input = readBody(newFeedbackRule, body);
    const item = await this.feedback.submit(accountId, input, 'dashboard', memberActor(personId));
    reply.header('etag', etagOf(item));
    return { data: itemJson(item) };
  }

  @Post('batch')
  @HttpCode(200)
  @ForMember('items.change', { consumes: JSON_BODY, bodyLimit: BATCH_BODY_LIMIT })
  async reviseAll(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<readonly Item[]>> {
    const updates = await this.assignees.updatesOf(accountId, readBody(memberBatchRule, body));
    const { items } = await this.batches.revise(accountId, updates, memberActor(personId));
    return { data: items.map(itemJson) };
  }

  @Post('batch/delete')
  @HttpCode(200)
  @ForMember('items.change', { consumes: JSON_BODY })
  async removeAll(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<BatchRemoved>> {
    const removals = readBody(removalsRule, body);
    return { data: { changed: await this.batches.remove(accountId, removals, by) } };
  }

  @Get(':id')
  @ForMember('read')
  async read(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const item = await this.feedback.read(accountId, id);
    reply.header('etag', etagOf(item));
    return { data: itemJson(item) };
  }

  @Patch(':id')
  @ForMember('items.change', { consumes: JSON_BODY })
  async revise(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Param('id') id: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const condition = IfMatch.of(headers['if-match']);
    const change = await this.assignees.changeOf(accountId, readBody(memberChangeRule, body));
    const item = await condition.apply((expected) =>
      this.feedback.revise(accountId, id, change, memberActor(personId), expected),
    );
    reply.header('etag', etagOf(item));
    return { data: itemJson(item) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('items.change')
  async remove(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
  ): Promise<void> {
    const condition = IfMatch.of(headers['if-match']);
    await condition.apply((expected) => this.feedback.remove(accountId, id, memberActor(personId), expected));
  }
}
