import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { passwordRule, SecondFactorSignIn, secondStepRule, type SignedIn } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForSignedOut, ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { browserOf, secondStepBrowserOf, SessionIssuer } from '../sign-in/session-issuer';
import { sessionJson, signInRule, switchRule } from './session.http';

/** Sign-in, sign-out, and the list of sessions (dashboard.md 2, dashboard.md 3). */
@Controller('app/api')
export class SessionController {
  constructor(
    private readonly issuer: SessionIssuer,
    private readonly secondStep: SecondFactorSignIn,
  ) {}

  @Post('session')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async signIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    this.issuer.cookie.assertCanBeSet();
    const body = readBody(signInRule, request.body);
    const browser = await browserOf(this.issuer, body.email, request);
    return this.issuer.issue(await this.issuer.sessions.signIn(body, browser), request, reply);
  }

  @Post('session/second-factor')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async completeSignIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const body = readBody(secondStepRule, request.body);
    const opened = await this.secondStep.complete(body, secondStepBrowserOf(this.issuer, request));
    return this.issuer.issue(opened, request, reply);
  }

  @Get('session')
  @ForMember('own.manage', { isPartOfSetup: true })
  async whoAmI(@SignedInMember() signedIn: SignedIn) {
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Delete('session')
  @HttpCode(204)
  @ForMember('own.manage', { isPartOfSetup: true })
  async signOut(@SignedInMember() signedIn: SignedIn, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.issuer.sessions.signOut(signedIn);
    this.issuer.cookie.clear(reply);
  }

  /** team.md 4 */
  @Post('session/account')
  @HttpCode(200)
  @ForMember('own.manage', { isPartOfSetup: true, consumes: ['application/json'] })
  async switchAccount(@SignedInMember() signedIn: SignedIn, @Req() { body }: FastifyRequest) {
    const { account_id: accountId } = readBody(switchRule, body);
    return {
      data: await this.issuer.infos.of(await this.issuer.sessions.switchAccount(signedIn, accountId)),
    };
  }

  @Post('session/reauthenticate')
  @HttpCode(200)
  @ForMember('own.manage', { isPartOfSetup: true, consumes: ['application/json'] })
  async reauthenticate(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { password } = readBody(passwordRule, request.body);
    await this.issuer.limits.countPassword(member.personId);
    const { token, signedIn } = await this.issuer.sessions.reauthenticate(member, password, by);
    this.issuer.cookie.set(reply, token);
    this.issuer.devices.remember(signedIn.person.email, request, reply);
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Get('sessions')
  @ForMember('own.manage')
  async list(@SignedInMember() { personId, sessionId }: SignedIn) {
    const sessions = await this.issuer.sessions.list(personId);
    return { data: sessions.map((session) => sessionJson(session, sessionId)) };
  }

  @Delete('sessions')
  @HttpCode(204)
  @ForMember('own.manage')
  async endOthers(@SignedInMember() signedIn: SignedIn, @By() { requester: by }: Author) {
    await this.issuer.sessions.endOthers(signedIn, by);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ForMember('own.manage')
  async end(@SignedInMember() signedIn: SignedIn, @By() { requester: by }: Author, @Param('id') id: string) {
    await this.issuer.sessions.end(signedIn, id, by);
  }
}
