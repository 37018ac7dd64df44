import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { Data, Item } from '@libs/contract';
import {
  AssigneeUseCases,
  feedbackChangeRule,
  feedbackJson,
  FeedbackUseCases,
  IdempotencyUseCases,
  itemJson,
  memberChangeRule,
  newFeedbackRule,
  PUBLIC_FIELDS,
  submittedFeedbackRule,
  type Feedback,
  type SubmittedFeedback,
} from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { IfMatch } from '../http/conditional/if-match';
import { isKnown } from '../http/conditional/if-none-match';
import { etagOf } from '../http/conditional/item-etag';
import { notAllowed } from '../http/errors';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { sourceOf } from '../http/source';
import { ApiCaller, doors, For, ForApiKey, ForMember } from '../http/routes';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
  type Success,
} from '../idempotency/idempotency.http';
import { forKey } from './items.http';
import { TokenSenders } from './token-senders';

const JSON_BODY = { consumes: ['application/json'] };

/** items.md 4 to items.md 7, items.md 10. Members assign items, and get versions (dashboard.md 9). */
@Controller()
export class ItemsController {
  constructor(
    private readonly feedback: FeedbackUseCases,
    private readonly requests: IdempotencyUseCases,
    private readonly assignees: AssigneeUseCases,
    private readonly urls: PublicUrls,
    private readonly senders: TokenSenders,
  ) {}

  @Post('api/v1/feedback')
  @ForApiKey(['full', 'submit'], { ...JSON_BODY, query: true })
  async submit(
    @ApiCaller() caller: Caller,
    @By() { accountId, actor }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (caller.permission === 'submit') assertPublicFields(caller, request);
    const source = sourceOf(request.query as Query);
    const key = idempotencyKeyOf(request);
    const { token, ...input } = readBody(submittedFeedbackRule, request.body);
    const sender = await this.senders.senderOf(caller, token);
    if (key === null) {
      const options = sender && {
        person: sender.person,
        store: (item: SubmittedFeedback) => this.senders.addItem(item, actor, sender),
      };
      const submit = () => this.feedback.submit(accountId, input, source, actor, options ?? {});
      const item = await (sender ? sender.use(submit) : submit());
      const { headers, body } = this.created(item);
      reply.headers(headers);
      return body;
    }
    // The source and the person are parts of the idempotent request. They can't collide with fields: no body field has
    // these names. A repeated request can have another token of the same person.
    const idempotentRequest = idempotentRequestOf(caller, key, operationOf(request), {
      ...input,
      ...(source !== 'api' && { source }),
      ...(sender && { person: sender.person }),
    });
    const respond = (item: Feedback) => textOf(this.created(item));
    const response = await this.requests.submit(
      accountId,
      input,
      source,
      actor,
      idempotentRequest,
      respond,
      sender,
    );
    return sendStoredResponse(reply, response);
  }

  private created(item: Feedback): Success {
    const headers = { location: this.urls.item(item.id), etag: etagOf(item) };
    return { status: 201, headers, body: { data: feedbackJson(item) } };
  }

  @Post('app/api/feedback')
  @ForMember('items.change', JSON_BODY)
  async submitAsMember(
    @By() { accountId, actor }: Author,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const input = readBody(newFeedbackRule, body);
    return forMember(await this.feedback.submit(accountId, input, 'dashboard', actor), reply);
  }

  @Get('api/v1/feedback/:id')
  @ForApiKey(['full', 'read'])
  async read(
    @ApiCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.feedback.read(accountId, id);
    if (!isKnown(etagOf(item), headers['if-none-match'])) return forKey(item, reply);
    reply.code(304).header('etag', etagOf(item));
    return undefined;
  }

  @Get('app/api/feedback/:id')
  @ForMember('read')
  async readAsMember(
    @By() { accountId }: Author,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    return forMember(await this.feedback.read(accountId, id), reply);
  }

  @Patch('api/v1/feedback/:id')
  @ForApiKey(['full'], { consumes: ['application/json', 'application/merge-patch+json'] })
  async revise(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const condition = IfMatch.of(headers['if-match']);
    const change = readBody(feedbackChangeRule, body);
    const item = await condition.apply((expected) =>
      this.feedback.revise(accountId, id, change, actor, expected),
    );
    return forKey(item, reply);
  }

  @Patch('app/api/feedback/:id')
  @ForMember('items.change', JSON_BODY)
  async reviseAsMember(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<Item>> {
    const condition = IfMatch.of(headers['if-match']);
    const change = await this.assignees.changeOf(accountId, readBody(memberChangeRule, body));
    const item = await condition.apply((expected) =>
      this.feedback.revise(accountId, id, change, actor, expected),
    );
    return forMember(item, reply);
  }

  @Delete(doors('feedback/:id'))
  @HttpCode(204)
  @For({ key: ['full'], member: 'items.change' })
  async remove(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
  ): Promise<void> {
    const condition = IfMatch.of(headers['if-match']);
    await condition.apply((expected) => this.feedback.remove(accountId, id, actor, expected));
  }
}

function forMember(item: Feedback, reply: FastifyReply): Data<Item> {
  reply.header('etag', etagOf(item));
  return { data: itemJson(item) };
}

/** Allows a submit key only the fields of the form: such a key is public in a page's source (api-keys.md 3). */
function assertPublicFields(caller: Caller, { body, query }: FastifyRequest): void {
  for (const name in newFeedbackRule.fields) {
    const isPublic = Object.hasOwn(PUBLIC_FIELDS, name);
    if (!isPublic && Object.hasOwn(Object(body), name)) throw notAllowed(caller, `set ${name}`);
  }
  if (Object.hasOwn(query as object, 'source')) throw notAllowed(caller, 'set source');
}
