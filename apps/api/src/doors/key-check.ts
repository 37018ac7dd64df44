import type { ApiKeyAuthenticator, Caller } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import type { AddressLimit } from '../http/address-limit';
import { httpsRequired, malformedRequest } from '../http/errors';
import { unexpectedParameter } from '../http/query';

/** Checks API keys, and limits invalid ones. */
export interface KeyCheck {
  readonly keys: ApiKeyAuthenticator;
  readonly authFailures: AddressLimit;
}

/** Calls `next` with the value, immediately or when its promise resolves. Passes asynchronous errors to `done`. */
export function whenReady<T>(
  value: T | Promise<T>,
  done: (error: Error) => void,
  next: (value: T) => void,
): void {
  if (value instanceof Promise) value.then(next).catch(done);
  else next(value);
}

/** @throws DomainError for plain HTTP if `httpsOnly`, and for a request without exactly one valid host */
export function assertTransport(request: FastifyRequest, httpsOnly: boolean): void {
  if (httpsOnly && request.protocol !== 'https') {
    throw httpsRequired();
  }
  if (!hasOneHost(request)) throw malformedRequest();
}

/** RFC 9112 §3.2: an HTTP/1.1 request has exactly one valid Host header. */
function hasOneHost({ headers: { host }, raw }: FastifyRequest): boolean {
  if (host === undefined) return raw.httpVersionMinor === 0;
  return !/[\s/?#@]/.test(host) && countHeader(raw.rawHeaders, 'host') === 1;
}

/**
 * Returns the caller of a key, without a promise if the key is cached. An invalid key, or one of a suspended account,
 * counts toward the limit of the IP address.
 * @throws DomainError `authentication`, `permission` `account_suspended`, or `rate_limit` after too many invalid keys;
 * thrown or as a rejection
 */
export function resolveCaller(
  request: FastifyRequest,
  secret: string,
  { keys, authFailures }: KeyCheck,
  callerOf: () => Caller | Promise<Caller> = () => keys.authenticate(secret),
): Caller | Promise<Caller> {
  const countFailure = async (error: unknown): Promise<never> => {
    if (error instanceof DomainError) await authFailures.count(request.ip);
    throw error;
  };
  try {
    const caller = callerOf();
    return caller instanceof Promise ? caller.catch(countFailure) : caller;
  } catch (error) {
    return countFailure(error);
  }
}

/** Counts a header in the request, because Node joins repeated headers or keeps the first. @param name in lowercase */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i]!;
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}

/** @throws DomainError `validation` that lists every query parameter */
export function assertNoQuery(request: FastifyRequest): void {
  const [first, ...rest] = Object.entries(request.query as object).map(([name, value]) =>
    unexpectedParameter(name, value),
  );
  if (first) throw DomainError.invalid([first, ...rest]);
}
