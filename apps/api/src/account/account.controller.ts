import { Controller, Delete, Get, HttpCode, Patch, Req, Res } from '@nestjs/common';
import {
  accountChangeRule,
  AccountSettingsUseCases,
  assertReauthenticated,
  StorageUseCases,
  type Account,
  type SignedIn,
} from '@libs/accounts';
import type { AccountSettings } from '@libs/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { AccountRemoval } from './account-removal';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';

/** The name of the account, whether it requires a second factor, and its deletion (dashboard.md 8, second-factor.md 5). */
@Controller('app/api/account')
export class AccountController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly removal: AccountRemoval,
    private readonly storage: StorageUseCases,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForMember('read')
  async show(@SignedInMember() { account }: SignedIn) {
    return { data: await this.settingsOf(account) };
  }

  @Patch()
  @ForMember('account.manage', { consumes: ['application/json'] })
  async change(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() { body }: FastifyRequest,
  ) {
    const change = readBody(accountChangeRule, body);
    const { require_second_factor: required } = change;
    if (required !== undefined && required !== member.account.requiresSecondFactor) {
      assertReauthenticated(member);
    }
    return { data: await this.settingsOf(await this.settings.change(member, change, by)) };
  }

  /** Opens another account of the person, if there is one. */
  @Delete()
  @HttpCode(204)
  @ForMember('account.manage')
  async remove(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    assertReauthenticated(member);
    const { accountId, personId, person, sessionId } = member;
    const { sessions, infos, cookie } = this.issuer;
    const accounts = await sessions.accountsOf(personId);
    const next = accounts.find(({ account: { id, suspendedAt } }) => id !== accountId && !suspendedAt);
    const opened = next && { personId, sessionId, accountId: next.account.id };
    await this.removal.remove(accountId, by, { person, opened });
    const signedIn = await this.issuer.current(request);
    if (!signedIn) {
      cookie.clearAll(reply);
      return;
    }
    cookie.clearData(reply);
    reply.status(200);
    return { data: await infos.of(signedIn) };
  }

  private async settingsOf(account: Account): Promise<AccountSettings> {
    const { name, slug, plan, requiresSecondFactor } = account;
    const { usedBytes, limitBytes } = await this.storage.usageOf(account);
    const storage = { used_bytes: usedBytes, limit_bytes: limitBytes };
    return { name, slug, plan, require_second_factor: requiresSecondFactor, storage };
  }
}
