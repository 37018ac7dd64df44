import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  assertReauthenticated,
  codeRule,
  issuerOf,
  passwordAndCodeRule,
  SecondFactorUseCases,
  totpUrl,
  type SignedIn,
} from '@libs/accounts';
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';

/** The second factor of the signed-in person (second-factor.md 1, second-factor.md 2). */
@Controller('app/api/second-factor')
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorUseCases,
    private readonly issuer: SessionIssuer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ForMember('own.manage', { isPartOfSetup: true })
  async show(@SignedInMember() { personId, account }: SignedIn): Promise<{ data: SecondFactorState }> {
    const { activeSince, recoveryCodesLeft } = await this.secondFactor.state(personId);
    return {
      data: {
        active: activeSince !== null,
        active_since: activeSince?.toISOString() ?? null,
        recovery_codes_left: recoveryCodesLeft,
        required: account.requiresSecondFactor,
      },
    };
  }

  @Post()
  @HttpCode(200)
  @ForMember('own.manage', { isPartOfSetup: true })
  async begin(@SignedInMember() member: SignedIn): Promise<{ data: SecondFactorSetup }> {
    assertReauthenticated(member);
    const secret = await this.secondFactor.begin(member.personId);
    const issuer = issuerOf(this.config.PUBLIC_URL);
    return { data: { secret, url: totpUrl(secret, issuer, member.person.email) } };
  }

  @Post('confirm')
  @HttpCode(200)
  @ForMember('own.manage', { isPartOfSetup: true, consumes: ['application/json'] })
  async confirm(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
  ): Promise<{ data: RecoveryCodes }> {
    const { code } = readBody(codeRule, request.body);
    return { data: { recovery_codes: await this.secondFactor.confirm(member, code, by) } };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ForMember('own.manage', { consumes: ['application/json'] })
  async renewRecoveryCodes(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
  ): Promise<{ data: RecoveryCodes }> {
    const { code } = readBody(codeRule, request.body);
    assertReauthenticated(member);
    return { data: { recovery_codes: await this.secondFactor.renewRecoveryCodes(member, code, by) } };
  }

  /** Not `DELETE`, whose body the service ignores. */
  @Post('turn-off')
  @HttpCode(204)
  @ForMember('own.manage', { consumes: ['application/json'] })
  async remove(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
  ) {
    const { password, code } = readBody(passwordAndCodeRule, request.body);
    await this.issuer.limits.countPassword(member.personId);
    await this.issuer.sessions.checkPassword(member, password, by);
    await this.secondFactor.remove(member, code, by);
  }
}
