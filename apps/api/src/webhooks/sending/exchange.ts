import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { AttemptError } from './attempt-error';

/** More of the response is not read. */
const BODY_MAX = 64 * 1024;
const HEADERS_MAX = 16 * 1024;

/** What happened to a request. */
export interface Exchange {
  /** Null if the headers of the response were not received. */
  readonly response: http.IncomingMessage | null;
  /** Null if the response is complete, or longer than is read. */
  readonly error: unknown;
  readonly socket: Socket | null;
  /** Whether the receiver closed a connection that was kept open, maybe before it could read the request. */
  readonly isStale: boolean;
}

/**
 * Sends a request, and reads the response without keeping its body. Follows no redirects.
 * @param signal ends the request, with its reason as the error
 * @throws Error if the request is malformed
 */
export function exchange(
  url: URL,
  options: https.RequestOptions,
  body: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    let response: http.IncomingMessage | null = null;
    const outgoing = request(url, { ...options, method: 'POST', maxHeaderSize: HEADERS_MAX });
    const end = (error: unknown) => {
      signal.removeEventListener('abort', abort);
      const { socket, reusedSocket } = outgoing;
      resolve({ response, error, socket, isStale: reusedSocket && response === null && isReset(error) });
    };
    const abort = () => {
      end(signal.reason);
      outgoing.destroy();
    };
    signal.addEventListener('abort', abort);
    outgoing.on('response', (incoming) => {
      response = incoming;
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size < BODY_MAX) return;
        end(null);
        outgoing.destroy();
      });
      incoming.on('end', () => end(null)).on('error', end);
    });
    outgoing.on('error', end);
    // Node emits no response that switches protocols.
    outgoing.on('close', () => {
      if (response === null) end(new AttemptError('response is not valid HTTP'));
    });
    outgoing.end(body);
  });
}

const isReset = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
