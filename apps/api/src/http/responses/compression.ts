import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Smaller responses fit into one packet (conventions.md 3). */
const COMPRESSIBLE = 1024;
/** Half the time of the default, for a tenth more bytes. */
const LEVEL = 4;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Whether the client accepts responses that are compressed with gzip. */
export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  TAKES_GZIP.test(String(headers['accept-encoding'] ?? ''));

/** Compresses responses that are sent as a whole. Files of assets are compressed when they are built. */
export function addCompression(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' && payload.length >= COMPRESSIBLE;
    if (!isWhole || reply.hasHeader('content-encoding')) return done(null, payload);
    // No cache keeps the others, so the header would say nothing.
    if (reply.getHeader('cache-control') !== 'no-store')
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', '));
    if (!takesGzip(request)) return done(null, payload);
    gzip(payload, { level: LEVEL }, (error, bytes) => {
      if (error) return done(null, payload);
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      done(null, bytes);
    });
  });
}
