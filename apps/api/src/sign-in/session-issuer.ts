import type { Browser, OpenedSession, SecondStepBrowser, SessionUseCases, SignedIn } from '@libs/accounts';
import { DomainError, VISITOR } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address';
import { requesterOf } from '../http/requester';
import type { AddressLimits } from './address-limits';
import type { DeviceCookie } from './device-cookie';
import type { SessionCookie } from './session-cookie';
import type { SessionInfos } from './session-infos';

/** Issues sessions: creates them, sets their cookies, builds the response, and holds the limits. */
export class SessionIssuer {
  constructor(
    readonly sessions: SessionUseCases,
    readonly cookie: SessionCookie,
    readonly devices: DeviceCookie,
    readonly infos: SessionInfos,
    readonly limits: AddressLimits,
  ) {}

  /** Returns null without a session. */
  async current(request: FastifyRequest): Promise<SignedIn | null> {
    try {
      return await this.sessions.authenticate(this.cookie.tokenOf(request));
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  /** Sets the cookie of a new session and ends this browser's previous session (dashboard.md 2). */
  async issue({ token, signedIn }: OpenedSession, request: FastifyRequest, reply: FastifyReply) {
    await this.sessions.endByToken(this.cookie.tokenOf(request));
    this.cookie.set(reply, token);
    this.devices.remember(signedIn.person.email, request, reply);
    return { data: await this.infos.of(signedIn) };
  }
}

/** Counts a sign-in, and describes its browser for the throttle. @throws DomainError of kind `rate_limit` */
export async function browserOf(
  { devices, limits }: SessionIssuer,
  email: string,
  request: FastifyRequest,
): Promise<Browser> {
  const device = devices.idFor(email, request);
  // Strangers with the same IP address must not use up the sign-in limit of the person's browser.
  if (device === null) await limits.signIn.count(request.ip);
  else await limits.countPassword(device);
  const { ip } = requesterOf(VISITOR, request);
  return { userAgent: request.headers['user-agent'], address: clientAddress(request.ip), device, ip };
}

/** Describes the browser that completes a sign-in. */
export const secondStepBrowserOf = (
  { devices }: SessionIssuer,
  request: FastifyRequest,
): SecondStepBrowser => ({
  userAgent: request.headers['user-agent'],
  ip: requesterOf(VISITOR, request).ip,
  isKnown: (email) => devices.idFor(email, request) !== null,
});
