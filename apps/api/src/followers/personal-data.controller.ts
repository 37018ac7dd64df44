import { Controller, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, tooManyConcurrentRequests } from '@libs/accounts';
import { SubmitterUseCases } from '@libs/feedback';
import { OnePerAccount, VISITOR, type Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { JsonDownloads } from '../http/responses/json-downloads';
import { ForVisitor } from '../http/routes';
import { FollowTools, PERSON_ROUTE, shownOf } from './follow-tools';
import { erasedPage, erasePage } from './person.page';

const HTML = 'text/html; charset=utf-8';
/** Erases items for this time before it asks again, so that proxies don't end the request. */
const REQUEST_MS = 10_000;

/** What people do with their data without the team of the account (following.md 5). */
@Controller('f')
export class PersonalDataController {
  private readonly erasures = new OnePerAccount(tooManyConcurrentRequests);

  constructor(
    private readonly tools: FollowTools,
    private readonly submitters: SubmitterUseCases,
    private readonly downloads: JsonDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Post(':slug/me/:token/export')
  @HttpCode(200)
  @ForVisitor(PERSON_ROUTE)
  async export(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const account = await this.tools.visited(slug, request, reply);
    const { email } = await this.tools.follower(account, token, request);
    await this.tools.limits.data.count(request.ip, account.id);
    await this.downloads.send(account.id, reply, {
      fileName: `feedback-${account.slug}-${clock().toISOString().slice(0, 10)}.json`,
      text: this.submitters.exportForPerson(account.id, email),
      onStart: () => this.securityLog.record(account.id, 'submitter.exported', requesterOf(request)),
    });
  }

  @Get(':slug/me/:token/erase')
  @ForVisitor(PERSON_ROUTE)
  @Header('content-type', HTML)
  async askToErase(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    await this.tools.follower(account, token, request);
    return erasePage(shownOf(account, token, request));
  }

  /** Asks again if there are more items than one request erases. */
  @Post(':slug/me/:token/erase')
  @HttpCode(200)
  @ForVisitor(PERSON_ROUTE)
  @Header('content-type', HTML)
  async erase(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const account = await this.tools.visited(slug, request, reply);
    const { email } = await this.tools.follower(account, token, request);
    await this.tools.limits.data.count(request.ip, account.id);
    const { isComplete } = await this.erasures.run(account.id, async () => {
      await this.securityLog.record(account.id, 'submitter.erased', requesterOf(request));
      const until = new Date(clock().getTime() + REQUEST_MS);
      return this.submitters.erase(account.id, email, { deletes: false, by: VISITOR, until });
    });
    const shown = shownOf(account, token, request);
    return isComplete ? erasedPage(shown) : erasePage(shown);
  }
}

const requesterOf = ({ ip }: FastifyRequest): Requester => ({ ...VISITOR, ip });
