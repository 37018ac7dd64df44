import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { apiKeyActor, type Actor, type Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './client-address';

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
