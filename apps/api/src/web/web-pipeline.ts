import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf, type RouteTable } from '../http/routes';
import type { Assets } from '../http/assets';
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY } from './not-found.page';

/** Nothing from elsewhere and no script of the page's own; style elements need the nonce of this very response. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The dashboard is not built</title></head>
<body><h1>The dashboard is not built</h1>
<p>Start the service with <code>npm start</code>, which builds it, or run <code>npx nx run admin:build</code> and start again.</p>
</body></html>
`;

/** The dashboard's page: the same for everybody but for its nonce. */
export function sendDashboard(assets: Assets | null, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.type('text/html; charset=utf-8').headers({
    'cache-control': 'no-store',
    'content-security-policy': policyWith(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return assets ? reply.send(assets.pageWith(nonce)) : reply.code(503).send(NOT_BUILT);
}

/** What programs call: there every answer is JSON, whatever the client accepts. */
const FOR_PROGRAMS = /^\/(api|app\/api|mcp)(\/|$)/;
const TAKES_HTML = /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': NOT_FOUND_POLICY })
    .send(NOT_FOUND_PAGE);
}

/**
 * Below `/app` the browser knows the pages: what no route answers there is the dashboard's to show, or to miss.
 * `/app/api` is none of them. Anywhere else a browser gets a page that says so, and a program its JSON.
 */
export async function addWebPipeline(
  server: FastifyInstance,
  assets: Assets | null,
  routes: RouteTable,
): Promise<void> {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !['GET', 'HEAD'].includes(request.method)) return done();
    const path = pathOf(request.raw.url ?? '');
    if (FOR_PROGRAMS.test(path)) return done();
    if (path.startsWith('/app/')) return void sendDashboard(assets, reply);
    const takesHtml = TAKES_HTML.test(request.headers.accept ?? '');
    // A path with other methods is there: that is 405.
    if (!takesHtml || routes.methodsAt(path).length > 0) return done();
    sendNotFound(reply);
  });
  if (!assets) return;
  // Only `reply.sendFile`: which names are served is decided by the route. Compressed twins lie beside the files.
  await server.register(fastifyStatic, {
    root: assets.folder,
    serve: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    lastModified: false,
    contentType: true,
  });
}
