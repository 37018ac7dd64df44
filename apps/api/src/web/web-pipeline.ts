import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf, type RouteTable } from '../http/routes';
import type { Assets } from '../http/assets';
import { PLAIN_PAGE_POLICY } from '../http/pages/plain-page';
import { NOT_FOUND_PAGE } from './not-found.page';

/** Allows only files of this origin and one inline script. Style elements need the nonce of the response. */
const policyWith = (nonce: string, assets: Assets | null): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${assets?.inlineScript ?? ''}`,
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
<p>Start the service with <code>npm start</code> to build it. Or run <code>npx nx run admin:build</code> and restart the service.</p>
</body></html>
`;

/** Sends the page of the dashboard. Only its nonce and its preloaded files differ between responses. */
export function sendDashboard(assets: Assets | null, path: string, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.type('text/html; charset=utf-8').headers({
    'cache-control': 'no-store',
    'content-security-policy': policyWith(nonce, assets),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return assets ? reply.send(assets.pageWith(nonce, path)) : reply.code(503).send(NOT_BUILT);
}

/** Paths of APIs, where every response is JSON, whatever the client accepts. */
const API_PATHS = /^\/(api|app\/api|mcp)(\/|$)/;
const ACCEPTS_HTML = /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': PLAIN_PAGE_POLICY })
    .send(NOT_FOUND_PAGE);
}

/**
 * Sends the dashboard for unmatched paths below `/app`, because the dashboard does its own routing; `/app/api` is
 * excluded. For other unknown paths, a browser gets an HTML page, and other clients get JSON.
 */
export async function addWebPipeline(
  server: FastifyInstance,
  assets: Assets | null,
  routes: RouteTable,
): Promise<void> {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !['GET', 'HEAD'].includes(request.method)) return done();
    const path = pathOf(request.raw.url ?? '');
    if (API_PATHS.test(path)) return done();
    if (path.startsWith('/app/')) return void sendDashboard(assets, path, reply);
    const acceptsHtml = ACCEPTS_HTML.test(request.headers.accept ?? '');
    // A path with other methods exists and gets 405.
    if (!acceptsHtml || routes.methodsAt(path).length > 0) return done();
    sendNotFound(reply);
  });
  if (!assets) return;
  // Registers only `reply.sendFile`; the route decides which files are served. Compressed files are in the same folder.
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
