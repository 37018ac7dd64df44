import { Controller, Delete, Get, HttpCode, Param, Patch, Put, Req, Res } from '@nestjs/common';
import {
  feedbackChangeRule,
  FeedbackUseCases,
  upsertByBodyRule,
  upsertRule,
  type FeedbackUpsert,
} from '@libs/feedback';
import type { Valid } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { IfMatch } from '../http/conditional/if-match';
import { isKnown } from '../http/conditional/if-none-match';
import { etagOf } from '../http/conditional/item-etag';
import { By, type Author } from '../http/requester';
import { ForApiKey } from '../http/routes';
import { externalIdOf, forKey } from './items.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Items by their ID in another system: items.md 10. */
@Controller('api/v1/feedback/external')
export class ExternalIdsController {
  constructor(
    private readonly feedback: FeedbackUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Get(':external_id')
  @ForApiKey(['full', 'read'])
  async read(
    @By() { accountId }: Author,
    @Param('external_id') externalId: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.feedback.readByExternalId(accountId, externalIdOf(externalId));
    if (!isKnown(etagOf(item), headers['if-none-match'])) return forKey(item, reply);
    reply.code(304).header('etag', etagOf(item));
    return undefined;
  }

  @Patch(':external_id')
  @ForApiKey(['full'], { consumes: ['application/json', 'application/merge-patch+json'] })
  async revise(
    @By() { accountId, actor }: Author,
    @Param('external_id') externalId: string,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const externalIdInPath = externalIdOf(externalId);
    const condition = IfMatch.of(headers['if-match']);
    const change = readBody(feedbackChangeRule, body);
    const { id } = await this.feedback.readByExternalId(accountId, externalIdInPath);
    const item = await condition.apply((expected) =>
      this.feedback.revise(accountId, id, change, actor, expected),
    );
    return forKey(item, reply);
  }

  @Delete(':external_id')
  @HttpCode(204)
  @ForApiKey(['full'])
  async remove(
    @By() { accountId, actor }: Author,
    @Param('external_id') externalId: string,
    @Req() { headers }: FastifyRequest,
  ): Promise<void> {
    const externalIdInPath = externalIdOf(externalId);
    const condition = IfMatch.of(headers['if-match']);
    const { id } = await this.feedback.readByExternalId(accountId, externalIdInPath);
    await condition.apply((expected) => this.feedback.remove(accountId, id, actor, expected));
  }

  @Put(':external_id')
  @ForApiKey(['full'], JSON_BODY)
  async upsert(
    @By() author: Author,
    @Param('external_id') externalId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = externalIdOf(externalId);
    const condition = IfMatch.of(request.headers['if-match']);
    return this.put(id, readBody(upsertRule, request.body), author, condition, request, reply);
  }

  /** For clients that cannot encode every external ID in a path. */
  @Put()
  @ForApiKey(['full'], JSON_BODY)
  async upsertByBody(
    @By() author: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const condition = IfMatch.of(request.headers['if-match']);
    const { external_id: id, ...input } = readBody(upsertByBodyRule, request.body);
    return this.put(id, input as Valid<FeedbackUpsert>, author, condition, request, reply);
  }

  private async put(
    externalId: string,
    input: Valid<FeedbackUpsert>,
    { accountId, actor }: Author,
    condition: IfMatch,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { item, isNew } = await condition.apply((expected) => {
      const mustMatch = headers['if-match'] === undefined ? undefined : expected;
      return this.feedback.upsert(accountId, externalId, input, actor, mustMatch);
    });
    if (isNew) reply.code(201).header('location', this.urls.item(item.id));
    return forKey(item, reply);
  }
}
