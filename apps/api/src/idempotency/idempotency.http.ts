import { hash } from 'node:crypto';
import type { Caller } from '@libs/accounts';
import {
  IDEMPOTENCY_KEY_MAX,
  isIdempotencyKey,
  type StoredResponse,
  type IdempotentRequest,
} from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../http/error.filter';

/** A String of RFC 9651: in quotes, with quotes and backslashes escaped by a backslash. */
const STRING = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;

/**
 * Returns the key in the `Idempotency-Key` header, or null without the header. `"k"` and `k` are the same key. Node
 * joins a repeated header with a comma and a space, and a key can't contain a space.
 * @throws DomainError `validation`
 */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  const text = String(header);
  const key = text.startsWith('"') ? STRING.exec(text)?.[1]!.replace(/\\(.)/g, '$1') : text;
  if (key === undefined || !isIdempotencyKey(key)) throw invalidIdempotencyKey();
  return key;
}

export const invalidIdempotencyKey = () =>
  new DomainError(
    'validation',
    'invalid_idempotency_key',
    `Invalid Idempotency-Key header: must be 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters`,
  );

/**
 * Identifies a request for idempotency. A rotated API key and its successor are one client, so a retry with the new key
 * is the same request.
 * @param operation unique name of the operation
 * @param body the validated input; the order of its keys makes no difference
 */
export function idempotentRequestOf(
  { bucketId }: Pick<Caller, 'bucketId'>,
  key: string,
  operation: string,
  body: object,
): IdempotentRequest {
  const content = `${operation}\n${JSON.stringify(withSortedKeys(body))}`;
  return { client: bucketId, key, fingerprint: hash('sha256', content, 'base64url') };
}

/** The operation of a REST request: its method and route. */
export const operationOf = ({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): string => `${method} ${routeOptions.url}`;

/** Returns a copy with the keys sorted by code units. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedKeys(member)]));
}

/** A successful response that can be replayed. */
export interface Success {
  readonly status: number;
  /** Headers of the stored response. Headers of a single request, such as `X-Request-Id`, are not stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Serializes a response: one line with its status and headers, then its body. */
export const textOf = ({ status, headers, body }: Success): string =>
  `${JSON.stringify({ status, headers })}\n${JSON.stringify(body)}`;

/** Sends a stored response with the original status, headers, and body, and marks a replay. */
export function sendStoredResponse(reply: FastifyReply, { text, isReplay }: StoredResponse): string {
  const end = text.indexOf('\n');
  const { status, headers } = JSON.parse(text.slice(0, end)) as Omit<Success, 'body'>;
  reply.code(status).headers(headers).type(JSON_TYPE);
  if (isReplay) reply.header('idempotent-replayed', 'true');
  return text.slice(end + 1);
}
