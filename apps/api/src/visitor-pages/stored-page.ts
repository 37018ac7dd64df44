import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from '../http/conditional/if-none-match';
import { takesGzip } from '../http/responses/compression';
import { fixedLanguage } from '../languages/language';

/** A page as it is sent, also compressed. */
export interface StoredPage {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

export function storedPage(type: string, html: string): StoredPage {
  const body = Buffer.from(html);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, body, gzip: gzipSync(body), etag: `"${hash}"` };
}

export const bytesOf = ({ body, gzip }: StoredPage): number => body.length + gzip.length;

/** How long browsers and shared caches keep public pages (public.md 5). */
const CACHE_CONTROL = 'public, max-age=30, stale-while-revalidate=300';

/**
 * Sends a page, or 304 if the client has it. The weak ETag is the same with and without compression.
 * @param isListed whether search engines may list it
 */
export function sendPage(
  page: StoredPage,
  isListed: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { headers, accountLanguage = null, query } = request;
  const { lang } = query as Readonly<Record<string, unknown>>;
  reply.headers({
    'cache-control': CACHE_CONTROL,
    etag: `W/${page.etag}`,
    vary: fixedLanguage(lang, accountLanguage) ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language',
  });
  if (!isListed) reply.header('x-robots-tag', 'noindex');
  if (isKnown(page.etag, headers['if-none-match'])) return reply.code(304).send();
  reply.type(page.type);
  if (!takesGzip(request)) return reply.send(page.body);
  return reply.header('content-encoding', 'gzip').send(page.gzip);
}
