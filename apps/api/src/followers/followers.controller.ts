import {
  Controller,
  Get,
  Header,
  HttpCode,
  Logger,
  Param,
  Post,
  Req,
  Res,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Account } from '@libs/accounts';
import { isConfirmation, isFollowerChange } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AfterResponse } from '../http/responses/after-response';
import { ForVisitor } from '../http/routes';
import { typedFields, URLENCODED } from '../http/requests/urlencoded';
import { readerOf } from '../languages/reader';
import { followedAccount } from '../visitor-pages/followed-account';
import { nullIfNotFound } from '../visitor-pages/visitor-account';
import { FollowTools, PERSON_ROUTE, shownOf } from './follow-tools';
import { erasedPage, itemPage, linkPage, offPage, personPage } from './person.page';

const HTML = 'text/html; charset=utf-8';
const WITH_FIELDS = { ...PERSON_ROUTE, consumes: [URLENCODED] };
/** `/f/<slug>/me`: what people who gave an address see and change (following.md 5, following.md 6). */
@Controller('f')
export class FollowersController implements OnModuleDestroy {
  private readonly storing = new AfterResponse(({ message }) =>
    new Logger('Followers').warn(`Could not store a link: ${message}`),
  );

  constructor(private readonly tools: FollowTools) {}

  @Get(':slug/me')
  @ForVisitor(PERSON_ROUTE)
  @Header('content-type', HTML)
  async ask(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    const state = this.tools.followers.hasMail ? 'ask' : 'off';
    return linkPage({ account, reader: readerOf(request) }, state);
  }

  /** Waits for nothing that depends on the address. */
  @Post(':slug/me')
  @HttpCode(200)
  @ForVisitor(WITH_FIELDS)
  @Header('content-type', HTML)
  async sendLink(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    const { followers, limits } = this.tools;
    await limits.links.count(request.ip);
    const shown = { account, reader: readerOf(request) };
    if (!followers.hasMail) return linkPage(shown, 'off');
    const { email = '' } = typedFields(request.body, ['email']);
    this.storing.add(followers.sendLink(followedAccount(account), email.trim()));
    return linkPage(shown, 'sent');
  }

  @Get(':slug/me/:token')
  @ForVisitor(PERSON_ROUTE)
  @Header('content-type', HTML)
  async show(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    const itemId = this.tools.tokens.readItem(account.id, token);
    if (itemId !== null) return this.itemPage(account, itemId, request);
    const follower = await this.tools.follower(account, token, request);
    const items = await this.tools.followers.items(follower);
    const votes = await this.tools.votes.cards(follower);
    return personPage(shownOf(account, token, request), { follower, items, votes });
  }

  @Post(':slug/me/:token')
  @HttpCode(303)
  @ForVisitor(WITH_FIELDS)
  async change(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const account = await this.tools.visited(slug, request, reply);
    const follower = await this.tools.follower(account, token, request);
    const { do: action, item = '' } = typedFields(request.body, ['do', 'item']);
    if (isConfirmation(action)) await this.tools.votes.confirm(follower, action);
    else if (action === 'discard') await this.tools.votes.discard(follower, item);
    else if (isFollowerChange(action)) await this.tools.followers.change(account.id, follower.id, action);
    else if (action === 'stop' || action === 'follow')
      await this.tools.followers.setStopped(follower, item, action === 'stop');
    const { path, reader } = shownOf(account, token, request);
    const isDiscarded = action === 'discard' || action === 'unsubscribe';
    if (isDiscarded && (await this.tools.followers.forgetUnused(follower))) {
      reply.code(200).header('content-type', HTML);
      return erasedPage({ account, reader });
    }
    reply.header('location', path + reader.query);
    return undefined;
  }

  /** Where mail programs open the link that they otherwise request with POST. */
  @Get(':slug/me/:token/no-mail')
  @ForVisitor(PERSON_ROUTE)
  @HttpCode(303)
  async showInstead(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const account = await this.tools.visited(slug, request, reply);
    await this.tools.follower(account, token, request);
    const { path, reader } = shownOf(account, token, request);
    reply.header('location', path + reader.query);
  }

  /** Also the request of mail programs, with the body `List-Unsubscribe=One-Click` (RFC 8058). */
  @Post(':slug/me/:token/no-mail')
  @HttpCode(200)
  @ForVisitor(PERSON_ROUTE)
  @Header('content-type', HTML)
  async turnOff(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    const { id } = await this.tools.follower(account, token, request);
    await this.tools.followers.change(account.id, id, 'no_mail');
    return offPage(shownOf(account, token, request));
  }

  async onModuleDestroy(): Promise<void> {
    await this.storing.end();
  }

  private async itemPage(account: Account, itemId: string, request: FastifyRequest): Promise<string> {
    const item = await this.tools.feedback.read(account.id, itemId).catch(nullIfNotFound);
    const target = item?.merged_into
      ? await this.tools.feedback.read(account.id, item.merged_into).catch(nullIfNotFound)
      : null;
    const title = item && (await this.tools.followers.sentTitle(account.id, item.id));
    const shown = item && { title, status: (target ?? item).status };
    return itemPage({ account, reader: readerOf(request) }, shown);
  }
}
