import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { apiKeyActor, type Actor, type Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { clientAddress, plainAddress } from './client-address';

/** Who makes this request, and from which IP address, for the security log (dashboard.md 13). */
export function requesterOf(actor: Actor, { ip }: Pick<FastifyRequest, 'ip'>): Requester {
  const address = plainAddress(ip);
  // A proxy can forward any text as the address.
  return isIP(address) === 0 ? actor : { ...actor, ip: address };
}

/** The API key of a request. Throws on routes without `ForApiKey`. */
export const RequestingKey = createParamDecorator((_: unknown, context: ExecutionContext): Requester => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (!request.caller) throw new Error('RequestingKey requires ForApiKey');
  return requesterOf(apiKeyActor(request.caller.keyId), request);
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
