import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LEAST_ROLES, sessionRequired, type ApiKeyUseCases, type SignedIn } from '@libs/accounts';
import { apiKeyActor, memberActor, type Actor, type Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { clientAddress, plainAddress } from './client-address';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

/** Who makes this request, and from which IP address, for the security log (dashboard.md 13). */
export function requesterOf(actor: Actor, { ip }: Pick<FastifyRequest, 'ip'>): Requester {
  const address = plainAddress(ip);
  // A proxy can forward any text as the address.
  return isIP(address) === 0 ? actor : { ...actor, ip: address };
}

/** Who makes a request to one of the APIs. */
export interface Author {
  readonly accountId: string;
  /** The signed-in member; absent for an API key. */
  readonly personId?: string;
  readonly actor: Actor;
  /** As `actor`, with the IP address for the security log, and the least role for the request. */
  readonly requester: Requester;
  /** Whether it may also change things. A key that only reads sees no secrets. */
  readonly mayWrite: boolean;
}

/** The author of a request. Works only on routes for API keys and members. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Author => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { caller, signedIn } = request;
  if (caller) {
    const { accountId, keyId, permission } = caller;
    const actor = apiKeyActor(keyId);
    return { accountId, actor, requester: requesterOf(actor, request), mayWrite: permission === 'full' };
  }
  if (!signedIn) throw sessionRequired();
  const { accountId, personId } = signedIn;
  const actor = memberActor(personId);
  return { accountId, personId, actor, requester: memberOf(request), mayWrite: true };
});

/**
 * The signed-in member of a request, and the least role for it. What every member may do is not checked again: some of it
 * concerns no account, and leaving ends the membership.
 */
export function memberOf(request: FastifyRequest): Requester {
  if (!request.signedIn) throw sessionRequired();
  const leastRole = LEAST_ROLES[request.routeOptions.config.action ?? 'read'];
  const actor = memberActor(request.signedIn.personId);
  return { ...requesterOf(actor, request), ...(leastRole !== 'viewer' && { leastRole }) };
}

/** The signed-in member. Works only on `ForMember` routes; others have no session. */
export const SignedInMember = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn => {
  const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!signedIn) throw sessionRequired();
  return signedIn;
});

/**
 * Returns who is charged for the time of a request (rate-limits.md 6): the account and the member, or the IP address of
 * someone without either. No one is charged for what anyone can read, such as pages and probes.
 */
export function payersOf({ caller, signedIn, routeOptions, ip }: FastifyRequest): readonly string[] {
  if (caller) return [caller.accountId];
  if (signedIn) return [signedIn.accountId, signedIn.personId];
  return routeOptions.config.caller === 'anyone' ? [] : [clientAddress(ip)];
}

/** Returns the current slug of the account of an API key or a member. */
export const slugOf = async (
  { caller, signedIn }: FastifyRequest,
  keys: Pick<ApiKeyUseCases, 'describe'>,
): Promise<string> => (caller ? (await keys.describe(caller)).account.slug : signedIn!.account.slug);
