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
  constructor(private readonly door: SessionIssuer) {}

  @Post('session')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async signIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    this.door.cookie.assertPossible();
    const body = readBody(signInRule, request.body);
    const device = this.door.devices.idFor(body.email, request);
    // Strangers with the same IP address must not use up the sign-in limit of the owner's browser.
    if (device === null) await this.door.limits.signIn.count(request.ip);
    else this.door.limits.countPassword(device);
    const userAgent = request.headers['user-agent'];
    const browser = { userAgent, address: clientAddress(request.ip), device };
    return this.door.admit(await this.door.sessions.signIn(body, browser), request, reply);
  }

  @Get('session')
  @ForOwner()
  whoAmI(@SignedInOwner() signedIn: SignedIn) {
    return { data: this.door.infos.of(signedIn) };
  }

  @Delete('session')
  @HttpCode(204)
  @ForOwner()
  async signOut(
    @SignedInOwner() { accountId, ownerId, sessionId }: SignedIn,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.door.sessions.end(accountId, ownerId, sessionId);
    this.door.cookie.clear(reply);
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
    this.door.limits.countPassword(owner.ownerId);
    const { token, signedIn } = await this.door.sessions.reauthenticate(owner, password);
    this.door.cookie.set(reply, token);
    this.door.devices.remember(signedIn.email, request, reply);
    return { data: this.door.infos.of(signedIn) };
  }

  @Get('sessions')
  @ForOwner()
  async list(@SignedInOwner() { accountId, ownerId, sessionId }: SignedIn) {
    const sessions = await this.door.sessions.list(accountId, ownerId);
    return { data: sessions.map((session) => sessionJson(session, sessionId)) };
  }

  @Delete('sessions')
  @HttpCode(204)
  @ForOwner()
  async endOthers(@SignedInOwner() signedIn: SignedIn) {
    await this.door.sessions.endOthers(signedIn);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ForOwner()
  async end(@SignedInOwner() { accountId, ownerId }: SignedIn, @Param('id') id: string) {
    await this.door.sessions.end(accountId, ownerId, id);
  }
}
