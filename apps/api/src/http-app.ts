import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { policiesOf, tooManyAuthFailures } from '@libs/accounts';
import { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import type { Activity } from './activity';
import { createService } from './composition/service';
import { rateLimitsOf, type Config } from './config';
import { addDashboardPipeline } from './doors/member';
import { IMPORT_TYPES } from './import/import-file';
import { addFormPipeline } from './doors/visitor';
import { FORM_STYLE } from './form/form.style';
import { policyOf } from './visitor-pages/frame';
import { Readiness } from './health/readiness';
import type { UnfinishedBodies } from './limits/unfinished-bodies';
import { McpLimits } from './mcp/mcp-limits';
import { addMcpPipeline } from './doors/mcp';
import { assets } from './http/assets';
import type { Metrics } from './metrics/metrics';
import { NO_OBSERVER } from './metrics/observer';
import { addWebPipeline } from './web/web-pipeline';
import { AddressLimit, type AddressWindow } from './http/address-limit';
import { addApiPipeline } from './doors/api-key';
import { addCompression } from './http/responses/compression';
import { apiHeaders, securityHeaders } from './http/headers';
import { clientAddress, keepAddresses } from './http/client-address';
import { accessLog, isHealthCheck } from './http/requests/access-log';
import { addCompletionListeners, finalStatus, type CompletionListener } from './http/requests/completion';
import { loggerOptions, NestLogger } from './http/logging';
import { addProxyCheck } from './http/proxy-check';
import { malformedRequest, unsupportedContentType } from './http/errors';
import type { Tracing } from './tracing/tracing';
import {
  allowSlowUpload,
  rememberRequest,
  respondToBadUrl,
  respondToClientError,
  respondToMalformed,
  type RawResponses,
} from './http/requests/client-errors';
import { requestIds } from './http/requests/request-id';
import { payersOf } from './http/requester';
import { RouteTable } from './http/routes';

/** Longer than any header section, so that an overlong path parameter is just an unknown item. */
const MAX_PARAM_LENGTH = 16_384;

/**
 * Maximum time for a client to send a request, including the body, and the interval of the check. Streaming routes have
 * their own timeouts.
 */
const REQUEST_MS = 30_000;
const LOOK_MS = 5_000;

export interface HttpApp {
  readonly app: NestFastifyApplication;
  readonly routes: RouteTable;
  /**
   * Makes every response close its connection, and `/readyz` return 503 unless the process stays ready because others
   * take over its port. Requests are still served.
   */
  drain(options?: { readonly isReady: boolean }): void;
}

/**
 * Creates the application for `main.ts` and the tests, initialized but not listening: Fastify with the pipeline, then
 * NestJS.
 */
export async function createHttpApp(
  config: Config,
  dataSource: DataSource,
  metrics: Metrics | null = null,
  tracing: Tracing | null = null,
): Promise<HttpApp> {
  const headers = { ...apiHeaders(config), publicUrl: config.PUBLIC_URL };
  const adapter = new FastifyAdapter(serverOptions(config, headers, tracing));
  const server = adapter.getInstance();
  server.decorate('publicUrl', config.PUBLIC_URL);
  const logger = new NestLogger(server.log);
  Logger.overrideLogger(logger);
  const service = await createService(config, { db: dataSource, metrics, tracing });
  const { accounts, events, http, idle, jobs, limits, signIn } = service;
  const routes = new RouteTable(server);
  server.server.on('request', rememberRequest);
  keepAddresses(server.server);
  // The service is not a proxy. Without a listener, Node would close the connection without a response.
  server.server.on('connect', (_request, socket: Socket) =>
    respondToMalformed(malformedRequest(), socket, headers),
  );
  // The first hooks, so that they cover requests that other hooks reject.
  tracing?.requests.addTo(server);
  const countRequest: CompletionListener = ({ caller }, reply) => {
    if (caller) accounts.requestCounter.count(caller.keyId, finalStatus(reply));
  };
  addCompletionListeners(server, completionListeners(config, metrics, tracing, countRequest));
  recordRequests(server, idle.activity);
  addCommonHeaders(server, securityHeaders(config));
  addProxyCheck(server, config.TRUST_PROXY);
  addCompression(server);
  const contexts = Object.values(service);
  const module = AppModule.with({ config, dataSource, observer: metrics ?? NO_OBSERVER, contexts });
  const options = { bodyParser: false, logger, abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
  app.useGlobalFilters(http.errorFilter);
  registerBodyParsers(server, limits.bodies);
  const keys = accounts.authenticator;
  const quotas = rateLimitsOf(config);
  const { keys: rateLimits, addresses } = limits.stores;
  const perMinute = (limit: number): AddressWindow[] => (limit > 0 ? [{ name: 'minute', limit }] : []);
  const authFailures = new AddressLimit(
    addresses,
    'auth',
    perMinute(config.AUTH_FAILURES_PER_MINUTE),
    tooManyAuthFailures,
  );
  addApiPipeline(server, {
    headers,
    keys,
    rateLimits,
    policies: { free: policiesOf('free', quotas), pro: policiesOf('pro', quotas) },
    authFailures,
    routes,
    httpsOnly: config.PUBLIC_URL.startsWith('https:'),
  });
  addMcpPipeline(server, {
    keys,
    authFailures,
    routes,
    limits: app.get(McpLimits),
    publicUrl: config.PUBLIC_URL,
    allowedOrigins: config.MCP_ALLOWED_ORIGINS ?? [],
  });
  addFormPipeline(server, routes, policyOf(FORM_STYLE, null));
  await addWebPipeline(server, assets(), routes);
  addDashboardPipeline(server, {
    sessions: signIn.sessions,
    publicUrl: config.PUBLIC_URL,
    routes,
    rateLimits,
    perMinute: config.DASHBOARD_PER_MINUTE,
    signedOut: new AddressLimit(addresses, 'signed-out', perMinute(config.DASHBOARD_PER_MINUTE)),
  });
  // After the body has arrived, and before it is parsed.
  server.addHook('preValidation', (request, _reply, done) =>
    limits.shares.start(payersOf(request), done, done),
  );
  server.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD') events.publication.announce();
    done();
  });
  // After the last request, while the database is still open.
  server.addHook('onClose', () => Promise.all([keys.flush(), jobs.usageRecording.store()]));
  addNotFound(server, routes);
  await app.init();
  await server.ready();
  const streams = [events.streams, http.notificationStreams];
  return { app, routes, drain: (options) => drain(app, streams, options) };
}

/** Records all requests but health checks, which come also if no one uses the service. */
function recordRequests(server: FastifyInstance, activity: Activity): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!isHealthCheck(request)) reply.raw.once('close', activity.begin());
    done();
  });
}

function completionListeners(
  config: Config,
  metrics: Metrics | null,
  tracing: Tracing | null,
  countRequest: CompletionListener,
): CompletionListener[] {
  const listeners = [countRequest, ...accessLog(config), ...(metrics ? [metrics.requestCompleted] : [])];
  return tracing ? [tracing.requests.completing(listeners)] : listeners;
}

function drain(
  app: NestFastifyApplication,
  streams: readonly { stop(): void }[],
  { isReady } = { isReady: false },
): void {
  if (!isReady) app.get(Readiness).shutDown();
  for (const stream of streams) stream.stop();
  const server = app.getHttpServer() as Server;
  // Before Fastify's own listener, which can respond immediately.
  server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
}

/** Replaces compilers that Fastify would load: no route has a schema (ADR 7). */
const withoutSchemas = () => {
  throw new Error('Rules read the input of routes, not schemas');
};

const serverOptions = (config: Config, headers: RawResponses, tracing: Tracing | null) => ({
  logger: loggerOptions(config.LOG_LEVEL, tracing?.logMembers),
  logController: new LogController({ disableRequestLogging: true }),
  // Log lines contain the request ID. A child logger per request would cost more than the lines.
  childLoggerFactory: (logger: FastifyBaseLogger) => logger,
  genReqId: requestIds(config.TRUST_PROXY),
  trustProxy: trusted(config.TRUST_PROXY),
  return503OnClosing: false,
  // Ends requests that never complete. Without this, one slow body would block a shutdown.
  requestTimeout: REQUEST_MS,
  skipMiddie: true,
  schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
  multipart: false as const,
  // A request without Host gets the 400 of this service instead of Node's empty one.
  // The timeout for headers is the one for the request: Node swaps the two if the one for headers is longer.
  http: { requireHostHeader: false, headersTimeout: REQUEST_MS, connectionsCheckingInterval: LOOK_MS },
  routerOptions: {
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: MAX_PARAM_LENGTH,
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: unknown) =>
    respondToClientError(error, socket as Socket, headers),
  frameworkErrors: respondToBadUrl(headers),
});

/** Adds the last hook, which rejects requests without a route. */
function addNotFound(server: FastifyInstance, routes: RouteTable): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) throw routes.unmatchedError(request, reply);
    done();
  });
}

/** Reads bodies of any type as bytes; routes check the type. Ignores bodies of DELETE and unknown expectations. */
function registerBodyParsers(server: FastifyInstance, bodies: UnfinishedBodies): void {
  server.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request, stream, done) => {
    const payer = payersOf(request)[0] ?? clientAddress(request.ip);
    const declared = Number(request.headers['content-length'] ?? 0);
    bodies.read(stream, { payer, limit: request.routeOptions.bodyLimit, declared }, done);
  });
  server.addContentTypeParser(IMPORT_TYPES, (request, stream, done) => {
    const { streams, consumes } = request.routeOptions.config;
    if (!streams) return done(unsupportedContentType(consumes));
    allowSlowUpload(request.raw);
    done(null, stream);
  });
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
}

function addCommonHeaders(server: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

const trusted = (proxies: Config['TRUST_PROXY']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
