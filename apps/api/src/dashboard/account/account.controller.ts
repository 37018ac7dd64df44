import { Controller, Delete, Get, HttpCode, Patch, Req, Res } from '@nestjs/common';
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
import { ForMember } from '../../http/routes';
import { AccountRemoval } from '../../accounts/account-removal';
import { RequestingMember, SignedInMember } from '../dashboard-pipeline';
import { SessionIssuer } from '../sessions/session-issuer';

/** The name of the account, and its deletion, which requires reauthentication (dashboard.md 8). */
@Controller('app/api/account')
export class AccountController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly removal: AccountRemoval,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForMember('read')
  show(@SignedInMember() { account }: SignedIn) {
    return { data: settingsJson(account) };
  }

  @Patch()
  @ForMember('account.manage', { consumes: ['application/json'] })
  async change(@SignedInMember() { accountId }: SignedIn, @Req() { body }: FastifyRequest) {
    return { data: settingsJson(await this.settings.change(accountId, readBody(accountChangeRule, body))) };
  }

  @Delete()
  @HttpCode(204)
  @ForMember('account.manage')
  async remove(
    @SignedInMember() member: SignedIn,
    @RequestingMember() by: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    assertReauthenticated(member);
    await this.removal.remove(member.accountId, by);
    this.issuer.cookie.clearAll(reply);
  }
}

function settingsJson({ name, slug, plan }: Account): AccountSettings {
  return { name, slug, plan };
}
