import { Controller, Delete, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  accountChangeRule,
  AccountSettingsUseCases,
  assertReauthenticated,
  type Account,
  type SignedIn,
} from '@libs/accounts';
import type { AccountSettings } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ForOwner } from '../../http/routes';
import { AccountRemoval } from '../../accounts/account-removal';
import { RequestingOwner, SignedInOwner } from '../dashboard-pipeline';
import { passwordRule } from '../sessions/session.http';
import { SessionIssuer } from '../sessions/session-issuer';

/** Account settings. Sensitive changes require reauthentication (dashboard.md 8). */
@Controller('app/api/account')
export class AccountController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly removal: AccountRemoval,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForOwner()
  show(@SignedInOwner() { account, email }: SignedIn) {
    return { data: settingsJson(account, email) };
  }

  @Patch()
  @ForOwner({ consumes: ['application/json'] })
  async change(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const change = readBody(accountChangeRule, request.body);
    const { require_second_factor: required } = change;
    if (required !== undefined && required !== owner.account.requiresSecondFactor)
      assertReauthenticated(owner);
    if (change.email !== undefined && change.email !== owner.email) {
      assertReauthenticated(owner);
      await this.issuer.limits.countEmailChange(owner.accountId, request.ip);
    }
    const { account, email } = await this.settings.change(owner.accountId, owner.ownerId, change, by);
    if (email !== owner.email) this.issuer.devices.remember(email, request, reply);
    return { data: settingsJson(account, email) };
  }

  @Post('password')
  @HttpCode(200)
  @ForOwner({ consumes: ['application/json'] })
  async changePassword(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { password } = readBody(passwordRule, request.body);
    assertReauthenticated(owner);
    await this.settings.changePassword(owner.accountId, owner.ownerId, password, by);
    const { token, signedIn } = await this.issuer.sessions.restart(owner);
    this.issuer.cookie.set(reply, token);
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Delete()
  @HttpCode(204)
  @ForOwner()
  async remove(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    assertReauthenticated(owner);
    await this.removal.remove(owner.accountId, by);
    this.issuer.cookie.clearAll(reply);
  }
}

function settingsJson({ name, slug, plan, requiresSecondFactor }: Account, email: string): AccountSettings {
  return { name, email, slug, plan, require_second_factor: requiresSecondFactor };
}
