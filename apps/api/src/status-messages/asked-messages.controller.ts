import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { LANGUAGES, type Language, type SignedIn } from '@libs/accounts';
import {
  askedMessagesRule,
  statusMessageJson,
  StatusMessageUseCases,
  type AskedMessages,
} from '@libs/feedback';
import { objectRule, oneOf, optional } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, SignedInMember, type Author } from '../http/requester';
import { ForMember } from '../http/routes';
import { emailUnconfirmed, StatusMessagePreviews } from './status-message-previews';

const JSON_BODY = { consumes: ['application/json'] };
const previewRule = objectRule({ ...askedMessagesRule.fields, language: optional(oneOf(LANGUAGES)) });

/** What members send and see before they tell people about a status (status-messages.md 6). */
@Controller('app/api/status-messages')
export class AskedMessagesController {
  constructor(
    private readonly messages: StatusMessageUseCases,
    private readonly previews: StatusMessagePreviews,
  ) {}

  @Post()
  @ForMember('items.change', JSON_BODY)
  async ask(
    @By() { accountId, actor }: Author,
    @SignedInMember() { person }: SignedIn,
    @Req() { body }: FastifyRequest,
  ) {
    if (!person.emailConfirmedAt) throw emailUnconfirmed();
    const held = await this.messages.ask(accountId, readBody(askedMessagesRule, body), actor);
    return { data: held.map(statusMessageJson) };
  }

  @Post('preview')
  @HttpCode(200)
  @ForMember('items.change', JSON_BODY)
  async preview(@SignedInMember() member: SignedIn, @Req() { body }: FastifyRequest) {
    return { data: await this.previews.preview(member, readBody(previewRule, body)) };
  }

  @Post('test')
  @HttpCode(202)
  @ForMember('items.change', JSON_BODY)
  async test(@SignedInMember() member: SignedIn, @Req() { body, ip }: FastifyRequest) {
    return { data: await this.previews.send(member, readBody(previewRule, body), ip) };
  }
}

export type PreviewRequest = AskedMessages & { readonly language?: Language | undefined };
