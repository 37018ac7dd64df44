import type { FastifyReply, FastifyRequest } from 'fastify';
import { unsupportedContentEncoding, unsupportedContentType, unsupportedParameters } from './errors';

/**
 * Requires a body without encoding, in a media type of the route, and in UTF-8 (conventions.md 7).
 * @throws DomainError `unsupported_media_type`
 */
export function assertMediaType(
  request: FastifyRequest,
  reply: FastifyReply,
  consumes = request.routeOptions.config.consumes,
): void {
  if (!consumes) return;
  const encoding = request.headers['content-encoding'];
  const type = request.headers['content-type'];
  if (hasBody(request) && encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    reply.header('accept-encoding', 'identity');
    throw unsupportedContentEncoding();
  }
  if (type === undefined ? hasBody(request) : !isUtf8Type(type, consumes)) {
    if (request.method === 'PATCH') reply.header('accept-patch', consumes.join(', '));
    const known = mediaTypeOf(request);
    throw consumes.includes(known) ? unsupportedParameters(known) : unsupportedContentType(consumes);
  }
}

/** The media type without parameters, in lowercase. */
export const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Allows the type with one `charset` of UTF-8, and CSV with `header=present` (RFC 4180), which exports have. Parameters
 * can be empty (RFC 9110, 5.6.6).
 */
function isUtf8Type(header: string, consumes: readonly string[]): boolean {
  const [type = '', ...all] = header.split(';').map((part) => part.trim().toLowerCase());
  const ignored = type === 'text/csv' ? ['', 'header=present'] : [''];
  const parameters = all.filter((parameter) => !ignored.includes(parameter));
  if (!consumes.includes(type) || parameters.length > 1) return false;
  return parameters.every((parameter) => /^charset=("utf-?8"|utf-?8)$/.test(parameter));
}
