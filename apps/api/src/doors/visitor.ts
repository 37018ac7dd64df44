import type { FastifyInstance } from 'fastify';
import { assertMediaType } from '../http/media-type';
import { pathOf, type RouteTable } from '../http/routes';

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After, X-Request-Id',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '7200',
};

/**
 * Hooks for all requests to a form: CORS for any origin, so that the widget works on any page (form.md 2).
 * @param policy the content security policy of its pages
 */
export function addFormPipeline(server: FastifyInstance, routes: RouteTable, policy: string): void {
  const headers = { ...COMMON_HEADERS, 'content-security-policy': policy };
  server.addHook('onRequest', (request, reply, done) => {
    const isForm = request.is404
      ? pathOf(request.raw.url ?? '').startsWith('/f/')
      : request.routeOptions.config.caller === 'visitor';
    if (!isForm) return done();
    reply.headers(headers);
    if (request.method === 'OPTIONS') {
      const methods = routes.methodsAt(pathOf(request.raw.url ?? ''));
      return void reply
        .code(204)
        .headers(PREFLIGHT)
        .header('allow', methods.join(', ') || 'OPTIONS')
        .send();
    }
    if (!request.is404) assertMediaType(request, reply);
    done();
  });
}
