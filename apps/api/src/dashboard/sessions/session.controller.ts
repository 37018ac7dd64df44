import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { ForSignedOut, ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';
import { SessionIssuer } from './session-issuer';
import { passwordRule, sessionJson, signInRule } from './session.http';

/** Sign-in, sign-out, and the list of sessions (dashboard.md 2, dashboard.md 3). */
@Controller('app/api')
export class SessionController {
  constructor(private readonly issuer: SessionIssuer) {}

  @Post('session')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async signIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    this.issuer.cookie.assertCanBeSet();
    const body = readBody(signInRule, request.body);
    const device = this.issuer.devices.idFor(body.email, request);
    // Strangers with the same IP address must not use up the sign-in limit of the owner's browser.
    if (device === null) await this.issuer.limits.signIn.count(request.ip);
    else this.issuer.limits.countPassword(device);
    const userAgent = request.headers['user-agent'];
    const browser = { userAgent, address: clientAddress(request.ip), device };
    return this.issuer.issue(await this.issuer.sessions.signIn(body, browser), request, reply);
  }

  @Get('session')
  @ForOwner()
  async whoAmI(@SignedInOwner() signedIn: SignedIn) {
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Delete('session')
  @HttpCode(204)
  @ForOwner()
  async signOut(
    @SignedInOwner() { accountId, ownerId, sessionId }: SignedIn,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.issuer.sessions.end(accountId, ownerId, sessionId);
    this.issuer.cookie.clear(reply);
  }

  @Post('session/reauthenticate')
  @HttpCode(200)
  @ForOwner({ consumes: ['application/json'] })
  async reauthenticate(
    @SignedInOwner() owner: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { password } = readBody(passwordRule, request.body);
    this.issuer.limits.countPassword(owner.ownerId);
    const { token, signedIn } = await this.issuer.sessions.reauthenticate(owner, password);
    this.issuer.cookie.set(reply, token);
    this.issuer.devices.remember(signedIn.email, request, reply);
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Get('sessions')
  @ForOwner()
  async list(@SignedInOwner() { accountId, ownerId, sessionId }: SignedIn) {
    const sessions = await this.issuer.sessions.list(accountId, ownerId);
    return { data: sessions.map((session) => sessionJson(session, sessionId)) };
  }

  @Delete('sessions')
  @HttpCode(204)
  @ForOwner()
  async endOthers(@SignedInOwner() signedIn: SignedIn) {
    await this.issuer.sessions.endOthers(signedIn);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ForOwner()
  async end(@SignedInOwner() { accountId, ownerId }: SignedIn, @Param('id') id: string) {
    await this.issuer.sessions.end(accountId, ownerId, id);
  }
}
