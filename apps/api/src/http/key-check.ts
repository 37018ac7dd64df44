import type { ApiKeyAuthenticator, Caller } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import type { AddressLimit } from './address-limit';
import { httpsRequired, malformedRequest } from './errors';
import { unexpectedParameter } from './query';

/** Who knows keys, and who counts wrong ones. */
export interface KeyCheck {
  readonly keys: ApiKeyAuthenticator;
  readonly authFailures: AddressLimit;
}

/** Goes on with a value now, or when it comes; what is thrown on the way is the answer. */
export function whenReady<T>(
  value: T | Promise<T>,
  done: (error: Error) => void,
  next: (value: T) => void,
): void {
  if (value instanceof Promise) value.then(next).catch(done);
  else next(value);
}

/** @throws DomainError for a key that came in clear although `httpsOnly`, and for a request without one host */
export function assertTransport(request: FastifyRequest, httpsOnly: boolean): void {
  if (httpsOnly && request.protocol !== 'https') {
    throw httpsRequired();
  }
  if (!isOneHost(request)) throw malformedRequest();
}

/** RFC 9112 §3.2: HTTP/1.1 has exactly one Host, and it is a host. */
function isOneHost({ headers: { host }, raw }: FastifyRequest): boolean {
  if (host === undefined) return raw.httpVersionMinor === 0;
  return !/[\s/?#@]/.test(host) && timesSent(raw.rawHeaders, 'host') === 1;
}

/**
 * Who holds a key that was presented; at once where that is known. A wrong one counts against the address.
 * @throws DomainError `authentication`, or `rate_limit` after too many of them; thrown, or as a rejection
 */
export function authenticated(
  request: FastifyRequest,
  secret: string,
  { keys, authFailures }: KeyCheck,
  callerOf: () => Caller | Promise<Caller> = () => keys.authenticate(secret),
): Caller | Promise<Caller> {
  const refused = async (error: unknown): Promise<never> => {
    if (error instanceof DomainError && error.kind === 'authentication') {
      await authFailures.count(request.ip);
    }
    throw error;
  };
  try {
    const caller = callerOf();
    return caller instanceof Promise ? caller.catch(refused) : caller;
  } catch (error) {
    return refused(error);
  }
}

/** How often a header came: Node joins what was repeated, or keeps the first. @param name in lower case */
export function timesSent(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i]!;
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}

/** @throws DomainError `validation` that names every parameter */
export function assertNoQuery(request: FastifyRequest): void {
  const [first, ...rest] = Object.entries(request.query as object).map(([name, value]) =>
    unexpectedParameter(name, value),
  );
  if (first) throw DomainError.invalid([first, ...rest]);
}
