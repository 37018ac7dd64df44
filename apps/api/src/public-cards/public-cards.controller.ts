import { Controller, Delete, Param, Put, Req, Res } from '@nestjs/common';
import { ApiKeyUseCases } from '@libs/accounts';
import type { Data, Item } from '@libs/contract';
import {
  feedbackJson,
  itemJson,
  publicCardRule,
  PublicCardUseCases,
  type Feedback,
  type FeedbackJson,
} from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { IfMatch } from '../http/conditional/if-match';
import { etagOf } from '../http/conditional/item-etag';
import { By, slugOf, type Author } from '../http/requester';
import { doors, For } from '../http/routes';

const ACCESS = { key: ['full'], member: 'items.change' } as const;
const CARD = 'feedback/:id/public';

/** public.md 1 */
@Controller()
export class PublicCardsController {
  constructor(
    private readonly cards: PublicCardUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Put(doors(CARD))
  @For(ACCESS, { consumes: ['application/json'] })
  async publish(
    @By() author: Author,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<FeedbackJson | Item>> {
    const { accountId, actor } = author;
    const condition = IfMatch.of(request.headers['if-match']);
    const texts = readBody(publicCardRule, request.body);
    const formUrl = this.urls.form(await slugOf(request, this.keys));
    const item = await condition.apply((expected) =>
      this.cards.publish(accountId, id, { texts, formUrl, by: actor, expected }),
    );
    return responseTo(author, item, reply);
  }

  @Delete(doors(CARD))
  @For(ACCESS)
  async end(
    @By() author: Author,
    @Param('id') id: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<FeedbackJson | Item>> {
    const { accountId, actor } = author;
    const condition = IfMatch.of(headers['if-match']);
    const item = await condition.apply((expected) => this.cards.end(accountId, id, { by: actor, expected }));
    return responseTo(author, item, reply);
  }
}

function responseTo({ personId }: Author, item: Feedback, reply: FastifyReply): Data<FeedbackJson | Item> {
  reply.header('etag', etagOf(item));
  return { data: personId === undefined ? feedbackJson(item) : itemJson(item) };
}
