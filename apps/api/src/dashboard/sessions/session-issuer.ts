import type { OpenedSession, SessionUseCases } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimits } from './address-limits';
import type { DeviceCookie } from './device-cookie';
import type { SessionCookie } from './session-cookie';
import type { SessionInfos } from './session.http';

/** All that it takes to let somebody in: the session, its cookie, the answer, and how often one may try. */
export class SessionIssuer {
  constructor(
    readonly sessions: SessionUseCases,
    readonly cookie: SessionCookie,
    readonly devices: DeviceCookie,
    readonly infos: SessionInfos,
    readonly limits: AddressLimits,
  ) {}

  /** Lets somebody in: in this browser the new session takes the place of the one before it (dashboard.md 2). */
  async admit({ token, signedIn }: OpenedSession, request: FastifyRequest, reply: FastifyReply) {
    await this.sessions.leave(this.cookie.tokenOf(request));
    this.cookie.set(reply, token);
    this.devices.remember(signedIn.email, request, reply);
    return { data: this.infos.of(signedIn) };
  }
}
