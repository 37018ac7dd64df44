import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { AccountUseCases, EmailChangeUseCases } from '@libs/accounts';
import type { SignUpState, SuggestedSlug } from '@libs/contract';
import { required, stringRule, VISITOR } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { readBody } from '../http/body';
import { queryOf, type Query } from '../http/query';
import { requesterOf } from '../http/requester';
import { ForSignedOut } from '../http/routes';
import { assertSignUpOpen, isSignUpOpen } from './sign-up';
import { SessionIssuer } from '../sign-in/session-issuer';

const SUGGESTION = { name: required(stringRule) };

/** Creates accounts if `SIGN_UP` is open, without an operator. The email address can be confirmed later. */
@Controller('app/api/sign-up')
export class SignUpController {
  constructor(
    private readonly accounts: AccountUseCases,
    private readonly emailChanges: EmailChangeUseCases,
    private readonly issuer: SessionIssuer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ForSignedOut()
  async state(): Promise<{ data: SignUpState }> {
    const mail = this.config.SMTP_URL !== undefined;
    return { data: { open: isSignUpOpen(this.config), empty: await this.accounts.isEmpty(), mail } };
  }

  @Get('slug')
  @ForSignedOut({ query: true })
  async slug(@Req() { query, ip }: FastifyRequest): Promise<{ data: SuggestedSlug }> {
    assertSignUpOpen(this.config);
    const { name } = queryOf(SUGGESTION, query as Query);
    await this.issuer.limits.slug.count(ip);
    return { data: { slug: await this.accounts.suggestSlug(name) } };
  }

  @Post()
  @ForSignedOut({ consumes: ['application/json'] })
  async signUp(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sessions, cookie, limits } = this.issuer;
    assertSignUpOpen(this.config);
    cookie.assertCanBeSet();
    await limits.signUp.count(request.ip);
    const body = readBody(this.accounts.signUpRule, request.body);
    const by = requesterOf(VISITOR, request);
    const created = await this.accounts.createAccount({ ...body, plan: this.config.DEFAULT_PLAN }, by);
    const member = { account: created.account, person: created.owner, role: 'owner' } as const;
    await this.emailChanges.welcome(created.account.id, created.owner);
    return this.issuer.issue(await sessions.open(member, request.headers['user-agent']), request, reply);
  }
}
