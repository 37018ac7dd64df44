import { Controller, Delete, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Account } from '@libs/accounts';
import type { ShownCard } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonOf, readBody } from '../http/body';
import { mediaTypeOf } from '../http/media-type';
import { ForVisitor } from '../http/routes';
import { typedFields, URLENCODED } from '../http/requests/urlencoded';
import { readerOf } from '../languages/reader';
import { publicErrorPage } from '../visitor-pages/public-errors';
import { formPath, policyOf } from '../visitor-pages/frame';
import { assertSameSite } from '../visitor-pages/same-site';
import { visitedAccount } from '../visitor-pages/visitor-account';
import { TYPED_VOTE, voteJson, voteRule, waitingVoteJson } from './vote-body';
import { checkMailPage, votedPage, withdrawnPage } from './vote.pages';
import { VoteTools } from './vote-tools';

const HTML = 'text/html; charset=utf-8';
/** A proof has less than 2 KB. */
const BODY_LIMIT = 16_384;
const CROSS_SITE_VOTE =
  'Pages of other sites cannot vote here. Use POST /api/v1/feedback/:id/votes with a submit key.';
const PAGE = { errorPage: publicErrorPage };
const BODY = { consumes: ['application/json', URLENCODED], bodyLimit: BODY_LIMIT, ...PAGE };

/** The pages after requests without JavaScript, by the ends of their paths. */
const PAGES = { voted: votedPage, withdrawn: withdrawnPage, 'check-mail': checkMailPage };

type VoteResponse = ReturnType<typeof voteJson | typeof waitingVoteJson> | undefined;

/** Votes of visitors for public cards (votes.md 1). */
@Controller('f')
export class VotesController {
  constructor(private readonly tools: VoteTools) {}

  @Post(':slug/items/:id/votes')
  @ForVisitor(BODY)
  @HttpCode(200)
  async vote(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VoteResponse> {
    const account = await visitedAccount(this.tools.accounts, slug, request);
    await this.tools.limit.count(request.ip, account.id);
    const isForm = mediaTypeOf(request) === URLENCODED;
    const input = isForm ? typedFields(request.body, TYPED_VOTE) : jsonOf(request.body);
    const { email, name, proof, token } = readBody(voteRule, input);
    if (token === undefined) assertSameSite(request, CROSS_SITE_VOTE);
    const voter =
      email === undefined || token !== undefined
        ? null
        : { email, name, language: readerOf(request).language };
    const card = await this.tools.vote(account, id, { ip: request.ip, proof, voter, token });
    return responseTo({ account, card, isForm, state: voter ? 'check-mail' : 'voted' }, request, reply);
  }

  @Delete(':slug/items/:id/votes')
  @ForVisitor()
  async withdraw(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VoteResponse> {
    return this.takeBack(slug, id, request, reply);
  }

  /** For the button of a page, which cannot send `DELETE`. */
  @Post(':slug/items/:id/votes/withdrawal')
  @ForVisitor(BODY)
  @HttpCode(200)
  async withdrawal(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VoteResponse> {
    return this.takeBack(slug, id, request, reply);
  }

  @Get(':slug/items/:id/voted')
  @ForVisitor(PAGE)
  @Header('content-type', HTML)
  voted(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.page('voted', slug, id, request, reply);
  }

  @Get(':slug/items/:id/withdrawn')
  @ForVisitor(PAGE)
  @Header('content-type', HTML)
  withdrawn(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.page('withdrawn', slug, id, request, reply);
  }

  @Get(':slug/items/:id/check-mail')
  @ForVisitor(PAGE)
  @Header('content-type', HTML)
  checkMail(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.page('check-mail', slug, id, request, reply);
  }

  private async takeBack(
    slug: string,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<VoteResponse> {
    assertSameSite(request, CROSS_SITE_VOTE);
    const account = await visitedAccount(this.tools.accounts, slug, request);
    await this.tools.limit.count(request.ip, account.id);
    const card = await this.tools.withdraw(account, id, request.ip);
    const isForm = mediaTypeOf(request) === URLENCODED;
    return responseTo({ account, card, isForm, state: 'withdrawn' }, request, reply);
  }

  private async page(
    state: keyof typeof PAGES,
    slug: string,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const account = await visitedAccount(this.tools.accounts, slug, request);
    const card = await this.tools.votes.card(account.id, id);
    reply.headers({
      'content-security-policy': policyOf('', account.form.accent),
      'x-robots-tag': 'noindex',
    });
    return PAGES[state]({ account, card }, readerOf(request));
  }
}

interface Outcome {
  readonly account: Account;
  readonly card: ShownCard;
  readonly isForm: boolean;
  readonly state: keyof typeof PAGES;
}

/** Without JavaScript, a page that is not cached; otherwise JSON. */
function responseTo(
  { account, card: { id }, isForm, state }: Outcome,
  request: FastifyRequest,
  reply: FastifyReply,
): VoteResponse {
  if (!isForm && state === 'check-mail') {
    reply.code(202);
    return waitingVoteJson({ id });
  }
  if (!isForm) return voteJson({ id }, state === 'voted');
  const page = `${formPath(account)}/items/${id}/${state}`;
  reply.code(303).header('location', page + readerOf(request).query);
  return undefined;
}
