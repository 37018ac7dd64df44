import type { FastifyInstance } from 'fastify';
import { assertMediaType } from '../http/media-type';
import { pathOf, type RouteTable } from '../http/routes';
import { FORM_CSP } from './form.page';

const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': FORM_CSP,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After, X-Request-Id',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '7200',
};

/** What every request to a form passes: CORS for any origin, so that a widget works on foreign pages (API.md 1.11a). */
export function addFormPipeline(server: FastifyInstance, routes: RouteTable): void {
  server.addHook('onRequest', (request, reply, done) => {
    const isForm = request.is404
      ? pathOf(request.raw.url ?? '').startsWith('/f/')
      : request.routeOptions.config.caller === 'visitor';
    if (!isForm) return done();
    reply.headers(ALWAYS);
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
