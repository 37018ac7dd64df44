import { Controller, Delete, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  accountChangeRule,
  AccountSettingsUseCases,
  EmailChangeUseCases,
  assertReauthenticated,
  type Account,
  type AccountChange,
  type EmailChange,
  type SignedIn,
} from '@libs/accounts';
import type { AccountSettings } from '@libs/contract';
import type { Requester, Valid } from '@libs/kernel';
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
    private readonly emailChanges: EmailChangeUseCases,
    private readonly removal: AccountRemoval,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForOwner()
  async show(@SignedInOwner() owner: SignedIn) {
    return { data: settingsJson(owner.account, owner.email, await this.pendingOf(owner)) };
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
    if (change.email !== undefined && change.email !== owner.email) {
      assertReauthenticated(owner);
      await this.issuer.limits.countEmailChange(owner.accountId, request.ip);
    }
    const { account, email } = await this.apply(change, owner, by);
    if (email !== owner.email) this.issuer.devices.remember(email, request, reply);
    return { data: settingsJson(account, email, await this.pendingOf(owner)) };
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

  @Post('pending-email/send')
  @HttpCode(200)
  @ForOwner()
  async sendAgain(@SignedInOwner() owner: SignedIn, @Req() { ip }: FastifyRequest) {
    await this.issuer.limits.countEmailChange(owner.accountId, ip);
    await this.emailChanges.sendAgain(owner.accountId, owner.ownerId);
    return { data: settingsJson(owner.account, owner.email, await this.pendingOf(owner)) };
  }

  @Delete('pending-email')
  @HttpCode(204)
  @ForOwner()
  async cancelEmail(@SignedInOwner() { accountId, ownerId }: SignedIn) {
    await this.emailChanges.cancel(accountId, ownerId);
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

  /** With mail, a new email address is pending first (mail.md 5). */
  private async apply({ email, name }: Valid<AccountChange>, owner: SignedIn, by: Requester) {
    const { accountId, ownerId } = owner;
    const isPending = this.emailChanges.isRequired && email !== undefined && email !== owner.email;
    if (isPending) await this.emailChanges.start(accountId, ownerId, email);
    const change = { name, email: isPending ? undefined : email } as Valid<AccountChange>;
    return this.settings.change(accountId, ownerId, change, by);
  }

  private async pendingOf({ accountId, ownerId }: SignedIn): Promise<EmailChange | null> {
    return this.emailChanges.isRequired ? this.emailChanges.pending(accountId, ownerId) : null;
  }
}

function settingsJson(
  { name, slug, plan }: Account,
  email: string,
  pending: EmailChange | null,
): AccountSettings {
  const pending_email = pending && { email: pending.email, expires_at: pending.expiresAt.toISOString() };
  return { name, email, pending_email, slug, plan };
}
