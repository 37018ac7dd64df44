import type { OpenedSession, SessionUseCases } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimits } from './address-limits';
import type { DeviceCookie } from './device-cookie';
import type { SessionCookie } from './session-cookie';
import type { SessionInfos } from './session.http';

/** Issues sessions: creates them, sets their cookies, builds the response, and holds the limits. */
export class SessionIssuer {
  constructor(
    readonly sessions: SessionUseCases,
    readonly cookie: SessionCookie,
    readonly devices: DeviceCookie,
    readonly infos: SessionInfos,
    readonly limits: AddressLimits,
  ) {}

  /** Sets the cookie of a new session and ends this browser's previous session (dashboard.md 2). */
  async issue({ token, signedIn }: OpenedSession, request: FastifyRequest, reply: FastifyReply) {
    await this.sessions.endByToken(this.cookie.tokenOf(request));
    this.cookie.set(reply, token);
    this.devices.remember(signedIn.person.email, request, reply);
    return { data: await this.infos.of(signedIn) };
  }
}
