import type { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';

/** An attempt to deliver failed. The message is short, stable, and fit for display. */
export class AttemptError extends Error {}

const CLOSED = 'connection closed before the response was complete';

const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host is unreachable',
  ENETUNREACH: 'host is unreachable',
  HPE_HEADER_OVERFLOW: 'response headers are too large',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate is not valid: issued for another host',
};

/** Describes why an attempt failed, without addresses and other details of the network. */
export function errorText(error: unknown, socket: Socket | null): string {
  if (error instanceof AttemptError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = TEXTS[code];
  if (known) return known;
  if ((socket as TLSSocket | null)?.authorizationError) return `TLS certificate is not valid: ${message}`;
  if (/^(EPROTO|ERR_SSL_.*)$/.test(code)) return 'TLS handshake failed';
  if (code.startsWith('HPE_')) return 'response is not valid HTTP';
  return 'could not send the request';
}
