import {
  Controller,
  Header,
  HttpCode,
  Logger,
  Param,
  Post,
  Req,
  Res,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AccountUseCases } from '@libs/accounts';
import { FollowerUseCases } from '@libs/feedback';
import { emailRule, objectRule, required } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AfterResponse } from '../http/responses/after-response';
import { readBody } from '../http/body';
import { typedFields, URLENCODED } from '../http/requests/urlencoded';
import { ForVisitor } from '../http/routes';
import { readerOf } from '../languages/reader';
import { EnteredAddressLimits } from '../visitor-pages/entered-address-limits';
import { followedAccount } from '../visitor-pages/followed-account';
import { policyOf } from '../visitor-pages/frame';
import { changelogNotFound, publicErrorPage } from '../visitor-pages/public-errors';
import { assertSameSite } from '../visitor-pages/same-site';
import { visitedAccount } from '../visitor-pages/visitor-account';
import { subscribeSentPage } from './changelog.page';

const subscriptionRule = objectRule({ email: required(emailRule) });

/** Subscribes addresses to the changelog (changelog.md 10). */
@Controller('f')
export class SubscriptionsController implements OnModuleDestroy {
  private readonly storing = new AfterResponse(({ message }) =>
    new Logger('Changelog').warn(`Could not store a subscription: ${message}`),
  );

  constructor(
    private readonly accounts: AccountUseCases,
    private readonly followers: FollowerUseCases,
    private readonly limits: EnteredAddressLimits,
  ) {}

  /** The response and its time are the same for every address. */
  @Post(':slug/changelog')
  @HttpCode(200)
  @ForVisitor({ consumes: [URLENCODED], bodyLimit: 16_384, errorPage: publicErrorPage })
  @Header('content-type', 'text/html; charset=utf-8')
  async subscribe(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    assertSameSite(request, 'Pages of other sites cannot subscribe someone. Link to the changelog instead.');
    const account = await visitedAccount(this.accounts, slug, request);
    if (!account.publicPages.changelog || !this.followers.hasMail) throw changelogNotFound();
    const { email } = readBody(subscriptionRule, typedFields(request.body, ['email']));
    await this.limits.count(account.id, request.ip);
    const reader = readerOf(request);
    this.storing.add(this.followers.askToSubscribe(followedAccount(account), email, reader.language));
    reply.headers({
      'x-robots-tag': 'noindex',
      'content-security-policy': policyOf('', account.form.accent),
    });
    return subscribeSentPage(account, reader);
  }

  async onModuleDestroy(): Promise<void> {
    await this.storing.end();
  }
}
