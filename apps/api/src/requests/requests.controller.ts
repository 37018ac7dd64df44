import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Data, ItemRequest, ListPage } from '@libs/contract';
import { requestChangeRule, requestJson, RequestUseCases, type RequestSource } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For, ForApiKey, ForMember, LIST_BODY_LIMIT } from '../http/routes';
import { sourceOf } from '../http/source';
import { hasSeveral, readRequests, requestsJson, requestsQuery } from './requests.http';

const JSON_BODY = { consumes: ['application/json'], bodyLimit: LIST_BODY_LIMIT };
const OF_ITEM = 'feedback/:id/requests';

/** requests.md 3 */
@Controller()
export class RequestsController {
  constructor(
    private readonly requests: RequestUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get(doors(OF_ITEM))
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async list(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<ItemRequest>> {
    const request = requestsQuery(query as Query, { accountId, itemId }, this.cursors);
    const page = await this.requests.list(accountId, itemId, request);
    return requestsJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Get(doors(`${OF_ITEM}/:request_id`))
  @For({ key: ['full', 'read'], member: 'read' })
  async read(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Param('request_id') id: string,
  ): Promise<Data<ItemRequest>> {
    return { data: requestJson(await this.requests.read(accountId, itemId, id)) };
  }

  @Post(`api/v1/${OF_ITEM}`)
  @ForApiKey(['full'], { ...JSON_BODY, query: true })
  async add(
    @By() author: Author,
    @Param('id') itemId: string,
    @Req() { query, body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<ItemRequest | readonly ItemRequest[]>> {
    return this.addTo(itemId, author, body, sourceOf(query as Query), reply);
  }

  @Post(`app/api/${OF_ITEM}`)
  @ForMember('items.change', JSON_BODY)
  async addAsMember(
    @By() author: Author,
    @Param('id') itemId: string,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<ItemRequest | readonly ItemRequest[]>> {
    return this.addTo(itemId, author, body, 'dashboard', reply);
  }

  private async addTo(
    itemId: string,
    { accountId, actor }: Author,
    body: unknown,
    source: RequestSource,
    reply: FastifyReply,
  ) {
    const added = await this.requests.add(accountId, itemId, readRequests(body), source, actor);
    const isNew = !hasSeveral(body) && added[0]!.isNew;
    reply.code(isNew ? 201 : 200);
    const data = added.map(({ request }) => requestJson(request));
    return { data: hasSeveral(body) ? data : data[0]! };
  }

  @Patch(doors(`${OF_ITEM}/:request_id`))
  @For(
    { key: ['full'], member: 'items.change' },
    { consumes: ['application/json', 'application/merge-patch+json'] },
  )
  async change(
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Param('request_id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<ItemRequest>> {
    const change = readBody(requestChangeRule, body);
    return { data: requestJson(await this.requests.change(accountId, itemId, id, change, actor)) };
  }

  @Delete(doors(`${OF_ITEM}/:request_id`))
  @HttpCode(204)
  @For({ key: ['full'], member: 'items.change' })
  async remove(
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Param('request_id') id: string,
  ): Promise<void> {
    await this.requests.remove(accountId, itemId, id, actor);
  }
}
