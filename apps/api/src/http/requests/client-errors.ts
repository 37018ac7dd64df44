import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDiscarded } from './upload';
import { errorJson, JSON_TYPE, statusOf } from '../error.filter';
import { headersTooLarge, malformedRequest, malformedUrl, unencodedUrl } from '../errors';
import type { ApiHeaders } from '../headers';
import { newRequestId } from './request-id';

/** The last request of each connection. Node does not provide it after the response. */
const latest = new WeakMap<Socket, IncomingMessage>();

/** Call it with every request, so that `respondToClientError` knows the last one of its connection. */
export const rememberRequest = (request: IncomingMessage): void => void latest.set(request.socket, request);

/** Requests whose body can take longer than others. */
const slowUploads = new WeakSet<IncomingMessage>();

/** The request has its own timeouts. */
export const allowSlowUpload = (request: IncomingMessage): void => void slowUploads.add(request);

/** What responses outside the router consist of. */
export interface RawResponses extends ApiHeaders {
  readonly publicUrl: string;
}

/** Responds to URLs that the router rejects before all hooks. */
export function respondToBadUrl({ always, origin, publicUrl }: RawResponses) {
  return (_error: unknown, { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>, reply: unknown): void => {
    const error = malformedUrl();
    void (reply as FastifyReply)
      .code(statusOf(error.kind))
      .headers({ ...always, ...origin(headers.origin), 'x-request-id': id })
      .type(JSON_TYPE)
      .send(errorJson(error, id, publicUrl));
  };
}

/** Responds to input that Node's HTTP parser rejects. */
export function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: RawResponses,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const pending = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (pending && !pending.req.complete) return endUnfinished(error, pending, socket, headers);
  // Garbage after a complete request: the pending response is sent, then the connection closes.
  if (pending) return void pending.once('close', () => socket.destroy());
  const lastRequest = latest.get(socket);
  if (lastRequest && !lastRequest.complete) return endAfterResponse(error, lastRequest, socket);
  respondToMalformed((PARSER_ERRORS[error.code ?? ''] ?? malformedRequest)(), socket, headers);
}

const PARSER_ERRORS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_INVALID_URL: unencodedUrl,
};

/** Handles the rest of a request that got its response before its end. Sends no second response. */
function endAfterResponse(error: NodeJS.ErrnoException, request: IncomingMessage, socket: Socket): void {
  if (!(isUploadTimeout(error, request) && isDiscarded(request))) socket.destroy();
}

/** Whether the error is a timeout of an upload, which has its own timeouts. */
const isUploadTimeout = ({ code }: NodeJS.ErrnoException, request: IncomingMessage): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowUploads.has(request);

/** Ends a request whose body is malformed, incomplete, or too slow. */
function endUnfinished(
  error: NodeJS.ErrnoException,
  response: ServerResponse,
  socket: Socket,
  headers: RawResponses,
): void {
  if (isUploadTimeout(error, response.req)) return;
  if (response.writableEnded) return void response.once('close', () => socket.destroy());
  if (response.headersSent) return void socket.destroy();
  socket.once('finish', () => socket.destroy());
  respondToMalformed(malformedRequest(), socket, headers);
}

/** Writes an error response to a socket and closes it. */
export function respondToMalformed(
  error: DomainError,
  socket: Socket,
  { always, origin, publicUrl }: RawResponses,
): void {
  const requestId = newRequestId();
  const body = JSON.stringify(errorJson(error, requestId, publicUrl));
  const status =
    error.code === 'headers_too_large' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const lines = Object.entries({
    ...always,
    ...origin(undefined),
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
