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
import { JSON_TYPE } from '../../http/error.filter';

/** A String of RFC 9651: in quotes, where a quote and a backslash have a backslash before them. */
const STRING = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;

/**
 * What the header `Idempotency-Key` names, null without it; `"k"` and `k` are the same key. A header that was sent
 * twice has been joined by a comma and a blank, which no key has.
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
 * The request as one that happens once. A key that was rotated and its successor are one client: a request that is
 * tried again with the new key is still the same.
 * @param operation what is done to `body`, in words that nothing else has
 * @param body as it was sent, once it is known to be valid; neither the order of names nor white space between them
 *   makes a difference
 */
export function idempotentRequestOf(
  { bucketId }: Pick<Caller, 'bucketId'>,
  key: string,
  operation: string,
  body: object,
): IdempotentRequest {
  const asked = `${operation}\n${JSON.stringify(inOrder(body))}`;
  return { client: bucketId, key, fingerprint: hash('sha256', asked, 'base64url') };
}

/** What a request of the REST API does: its method and route. */
export const operationOf = ({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): string => `${method} ${routeOptions.url}`;

/** The same value, names in the order of their code units. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

/** A success that may be given again. */
export interface Success {
  readonly status: number;
  /** Those that the answer itself brings; what belongs to the single request is made anew. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One line about the answer, and below it its body, byte for byte. */
export const textOf = ({ status, headers, body }: Success): string =>
  `${JSON.stringify({ status, headers })}\n${JSON.stringify(body)}`;

/** The first time as any other time: the same status, headers and bytes, and whether it is a replay. */
export function sendStoredResponse(reply: FastifyReply, { text, isReplay }: StoredResponse): string {
  const end = text.indexOf('\n');
  const { status, headers } = JSON.parse(text.slice(0, end)) as Omit<Success, 'body'>;
  reply.code(status).headers(headers).type(JSON_TYPE);
  if (isReplay) reply.header('idempotent-replayed', 'true');
  return text.slice(end + 1);
}
