import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { apiKeyActor } from '@libs/kernel';
import {
  feedbackChangeRule,
  feedbackJson,
  FeedbackUseCases,
  IdempotencyUseCases,
  newFeedbackRule,
  PUBLIC_FIELDS,
  upsertRule,
  type Feedback,
} from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { isKnown } from '../http/conditional/if-none-match';
import { notAllowed } from '../http/errors';
import { ApiCaller, ForApiKey } from '../http/routes';
import { CursorCodec } from '../cursors/cursor';
import { listJson, listLinks, listRequest } from '../lists/list.http';
import { etagOf, externalIdOf, sourceOf } from './feedback.http';
import { IfMatch } from '../http/conditional/if-match';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
  type Success,
} from '../idempotency/idempotency.http';
import type { Query } from '../http/query';

/** items.md 4 to items.md 7, items.md 10, and the list: lists.md 1. */
@Controller('api/v1/feedback')
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackUseCases,
    private readonly cursors: CursorCodec,
    private readonly urls: PublicUrls,
    private readonly requests: IdempotencyUseCases,
  ) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async list(
    @ApiCaller() { accountId }: Caller,
    @Req() { query }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = listRequest(query as Query, accountId, this.cursors);
    const page = await this.feedback.list(accountId, request.query, request.includeTotal);
    const body = listJson(page, request, this.cursors);
    const links = listLinks(this.urls.items, page, request, body.pagination.next_cursor);
    if (links) reply.header('link', links);
    return body;
  }

  @Post()
  @ForApiKey(['full', 'submit'], { consumes: ['application/json'], query: true })
  async submit(
    @ApiCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { accountId } = caller;
    const by = apiKeyActor(caller.keyId);
    if (caller.permission === 'submit') assertPublicFields(caller, request);
    const source = sourceOf(request.query as Query);
    const key = idempotencyKeyOf(request);
    const input = readBody(newFeedbackRule, request.body);
    if (key === null) {
      const { headers, body } = this.created(await this.feedback.submit(accountId, input, source, by));
      reply.headers(headers);
      return body;
    }
    // The source is part of the idempotent request. It can't collide with a field: no body field is named `source`.
    const idempotentRequest = idempotentRequestOf(
      caller,
      key,
      operationOf(request),
      source === 'api' ? input : { ...input, source },
    );
    const respond = (item: Feedback) => textOf(this.created(item));
    return sendStoredResponse(
      reply,
      await this.requests.submit(accountId, input, source, by, idempotentRequest, respond),
    );
  }

  private created(item: Feedback): Success {
    const headers = { location: this.urls.item(item.id), etag: etagOf(item) };
    return { status: 201, headers, body: { data: feedbackJson(item) } };
  }

  @Get(':id')
  @ForApiKey(['full', 'read'])
  async read(
    @ApiCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.feedback.read(accountId, id);
    reply.header('etag', etagOf(item));
    if (!isKnown(etagOf(item), headers['if-none-match'])) return { data: feedbackJson(item) };
    reply.code(304);
    return undefined;
  }

  @Patch(':id')
  @ForApiKey(['full'], { consumes: ['application/json', 'application/merge-patch+json'] })
  async revise(
    @ApiCaller() { accountId, keyId }: Caller,
    @Param('id') id: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const condition = IfMatch.of(headers['if-match']);
    const change = readBody(feedbackChangeRule, body);
    const item = await condition.apply((expected) =>
      this.feedback.revise(accountId, id, change, apiKeyActor(keyId), expected),
    );
    reply.header('etag', etagOf(item));
    return { data: feedbackJson(item) };
  }

  @Put('external/:external_id')
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async upsert(
    @ApiCaller() { accountId, keyId }: Caller,
    @Param('external_id') externalId: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = externalIdOf(externalId);
    const ifMatch = headers['if-match'];
    const condition = IfMatch.of(ifMatch);
    const input = readBody(upsertRule, body);
    const { item, isNew } = await condition.apply((expected) => {
      const mustMatch = ifMatch === undefined ? undefined : expected;
      return this.feedback.upsert(accountId, id, input, apiKeyActor(keyId), mustMatch);
    });
    reply.header('etag', etagOf(item));
    if (isNew) reply.code(201).header('location', this.urls.item(item.id));
    return { data: feedbackJson(item) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForApiKey(['full'])
  async remove(
    @ApiCaller() { accountId, keyId }: Caller,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
  ) {
    const condition = IfMatch.of(headers['if-match']);
    await condition.apply((expected) => this.feedback.remove(accountId, id, apiKeyActor(keyId), expected));
  }
}

/** Allows a submit key only the fields of the form: such a key is public in a page's source (api-keys.md 3). */
function assertPublicFields(caller: Caller, { body, query }: FastifyRequest): void {
  for (const name in newFeedbackRule.fields) {
    const isPublic = Object.hasOwn(PUBLIC_FIELDS, name);
    if (!isPublic && Object.hasOwn(Object(body), name)) throw notAllowed(caller, `set ${name}`);
  }
  if (Object.hasOwn(query as object, 'source')) throw notAllowed(caller, 'set source');
}
