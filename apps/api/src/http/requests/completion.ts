import type { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The last error that the request caused; null if there was none. */
    failure: DomainError | null;
  }
}

/** Called once after each request, when its connection has sent the response or is closed. Must not throw. */
export type CompletionListener = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Adds the listeners to all requests that reach a hook; without listeners, adds nothing. Not `onResponse`, which Fastify
 * doesn't call if the client closes the connection before the end of the response.
 */
export function addCompletionListeners(
  server: FastifyInstance,
  listeners: readonly CompletionListener[],
): void {
  server.decorateRequest('failure', null);
  if (listeners.length === 0) return;
  server.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      for (const listener of listeners) listener(request, reply);
    });
    done();
  });
}

/** Methods of routes. Node accepts more, so the others share a value in metrics and traces. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The value for requests without a route. */
export const UNMATCHED = 'unmatched';

/** The pattern of the route, which contains no IDs. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? UNMATCHED;

/** Whether the connection closed before the end of the response. */
export const isClosedEarly = ({ raw }: FastifyReply): boolean => !raw.writableFinished;

/** As in the log of nginx. */
export const CLOSED_WITHOUT_RESPONSE = 499;

/** The status of the response; 499 if there is none. */
export const finalStatus = ({ raw }: FastifyReply): number =>
  raw.headersSent ? raw.statusCode : CLOSED_WITHOUT_RESPONSE;
