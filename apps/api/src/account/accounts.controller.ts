import { Controller, Inject, Post, Req } from '@nestjs/common';
import { AccountUseCases, anotherAccountRule, type SignedIn } from '@libs/accounts';
import type { Data, SessionInfo } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';
import { assertSignUpOpen } from './sign-up';

/** Other accounts of a signed-in person (team.md 4). */
@Controller('app/api/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountUseCases,
    private readonly issuer: SessionIssuer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @ForMember('own.manage', { consumes: ['application/json'] })
  async create(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() { body, ip }: FastifyRequest,
  ): Promise<Data<SessionInfo>> {
    const { limits, sessions, infos } = this.issuer;
    assertSignUpOpen(this.config);
    await limits.signUp.count(ip);
    const input = { ...readBody(anotherAccountRule, body), plan: this.config.DEFAULT_PLAN };
    const account = await this.accounts.createAnotherAccount(member, input, by);
    return { data: await infos.of(await sessions.switchAccount(member, account.id)) };
  }
}
