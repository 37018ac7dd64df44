import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  assertReauthenticated,
  codeRule,
  passwordAndCodeRule,
  SecondFactorUseCases,
  totpUrl,
  type SignedIn,
} from '@libs/accounts';
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '../../shared.module';
import type { Config } from '../../config';
import { readBody } from '../../http/body';
import { ForOwner } from '../../http/routes';
import { RequestingOwner, SignedInOwner } from '../dashboard-pipeline';
import { SessionIssuer } from '../sessions/session-issuer';

/** The second factor of the signed-in owner (second-factor.md 1, second-factor.md 2). */
@Controller('app/api/second-factor')
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorUseCases,
    private readonly issuer: SessionIssuer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ForOwner({ isPartOfSetup: true })
  async show(@SignedInOwner() { ownerId, account }: SignedIn): Promise<{ data: SecondFactorState }> {
    const { activeSince, recoveryCodesLeft } = await this.secondFactor.state(ownerId);
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
  @ForOwner({ isPartOfSetup: true })
  async begin(@SignedInOwner() owner: SignedIn): Promise<{ data: SecondFactorSetup }> {
    assertReauthenticated(owner);
    const secret = await this.secondFactor.begin(owner.ownerId);
    const { host } = new URL(this.config.PUBLIC_URL);
    return { data: { secret, url: totpUrl(secret, host, owner.email) } };
  }

  @Post('confirm')
  @HttpCode(200)
  @ForOwner({ isPartOfSetup: true, consumes: ['application/json'] })
  async confirm(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
  ): Promise<{ data: RecoveryCodes }> {
    const { code } = readBody(codeRule, request.body);
    return { data: { recovery_codes: await this.secondFactor.confirm(owner, code, by) } };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ForOwner({ consumes: ['application/json'] })
  async renewRecoveryCodes(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
  ): Promise<{ data: RecoveryCodes }> {
    const { code } = readBody(codeRule, request.body);
    assertReauthenticated(owner);
    return { data: { recovery_codes: await this.secondFactor.renewRecoveryCodes(owner, code, by) } };
  }

  /** Not `DELETE`, whose body the service ignores. */
  @Post('turn-off')
  @HttpCode(204)
  @ForOwner({ consumes: ['application/json'] })
  async remove(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
  ) {
    const { password, code } = readBody(passwordAndCodeRule, request.body);
    await this.issuer.limits.countPassword(owner.ownerId);
    await this.issuer.sessions.checkPassword(owner, password, by);
    await this.secondFactor.remove(owner, code, by);
  }
}
