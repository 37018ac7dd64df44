import { Controller, Delete, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Account } from '@libs/accounts';
import type { ShownCard } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonOf, readBody } from '../http/body';
import { mediaTypeOf } from '../http/media-type';
import { ForVisitor } from '../http/routes';
import { readerOf, type Reader } from '../languages/reader';
import { publicErrorPage } from '../visitor-pages/public-errors';
import { formPath, policyOf } from '../visitor-pages/frame';
import { visitedAccount } from '../visitor-pages/visitor-account';
import { voteJson, voteRule } from './vote-body';
import { votedPage, withdrawnPage } from './vote.pages';
import { VoteTools } from './vote-tools';

const URLENCODED = 'application/x-www-form-urlencoded';
const HTML = 'text/html; charset=utf-8';
/** A proof has less than 2 KB. */
const BODY_LIMIT = 16_384;
const PAGE = { errorPage: publicErrorPage };
const BODY = { consumes: ['application/json', URLENCODED], bodyLimit: BODY_LIMIT, ...PAGE };

type VoteResponse = ReturnType<typeof voteJson> | undefined;

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
    const { proof } = isForm ? {} : readBody(voteRule, jsonOf(request.body));
    const card = await this.tools.vote(account, id, request.ip, proof);
    return responseTo({ account, card, isForm, voted: true }, request, reply);
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
    return this.page(votedPage, slug, id, request, reply);
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
    return this.page(withdrawnPage, slug, id, request, reply);
  }

  private async takeBack(
    slug: string,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<VoteResponse> {
    const account = await visitedAccount(this.tools.accounts, slug, request);
    await this.tools.limit.count(request.ip, account.id);
    const card = await this.tools.withdraw(account, id, request.ip);
    const isForm = mediaTypeOf(request) === URLENCODED;
    return responseTo({ account, card, isForm, voted: false }, request, reply);
  }

  private async page(
    render: (shown: { account: Account; card: ShownCard }, reader: Reader) => string,
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
    return render({ account, card }, readerOf(request));
  }
}

interface Outcome {
  readonly account: Account;
  readonly card: ShownCard;
  readonly isForm: boolean;
  readonly voted: boolean;
}

/** Without JavaScript, a page that is not cached; otherwise JSON. */
function responseTo(
  { account, card: { id }, isForm, voted }: Outcome,
  request: FastifyRequest,
  reply: FastifyReply,
): VoteResponse {
  if (!isForm) return voteJson({ id }, voted);
  const page = `${formPath(account)}/items/${id}/${voted ? 'voted' : 'withdrawn'}`;
  reply.code(303).header('location', page + readerOf(request).query);
  return undefined;
}
