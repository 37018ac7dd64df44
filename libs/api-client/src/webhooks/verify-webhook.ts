import { PLATFORM } from '../rest/platform';
import type { WebhookEvent } from '../rest/types';

/** `Headers`, or an object such as `request.headers` in Node.js. Names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** How much `webhook-timestamp` can differ from the present. 300 by default. */
  readonly toleranceSeconds?: number;
}

/** The delivery was changed, is not from the service, or is too old. Respond with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a delivery (Standard Webhooks 1.0) and returns its event.
 * @param body the request body exactly as received. The signature covers its bytes, so parsed JSON that is serialized
 *   again has a different one.
 * @param secret the secret of the endpoint (`whsec_…`), or its public key (`whpk_…`)
 * @throws WebhookVerificationError
 * @throws TypeError for an invalid secret or a body that is not raw
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { toleranceSeconds = 300 }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const key = await importKey(secret);
  const bytes = toBytes(body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  assertRecent(timestamp, toleranceSeconds);

  const start = toBytes(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const { name } = key.algorithm;
  const version = name === 'HMAC' ? 'v1' : 'v1a';
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith(`${version},`)) continue;
    const claimed = decodeBase64(signature.slice(version.length + 1));
    // Compares in constant time.
    if (await crypto.subtle.verify(name, key, claimed, signed)) return parseEvent(bytes);
  }
  throw new WebhookVerificationError(
    `webhook-signature has no valid ${version} signature: check the secret and that the body is unchanged`,
  );
}

async function importKey(secret: string) {
  const [, kind, text = ''] = /^(whsec|whpk)_(.*)/.exec(secret) ?? [];
  const algorithm = kind === 'whsec' ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' };
  try {
    return await crypto.subtle.importKey('raw', decodeBase64(text), algorithm, false, ['verify']);
  } catch (cause) {
    throw new TypeError('secret must be a valid secret (whsec_…) or public key (whpk_…)', { cause });
  }
}

function toBytes(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return body;
  throw new TypeError('body must be the raw request body: a string or a Uint8Array');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const { get } = headers;
  const value =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (!value) throw new WebhookVerificationError(`Missing header: ${name}`);
  return String(value);
}

function assertRecent(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d+$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp is not a number of seconds');
  const age = Math.floor(PLATFORM.now().getTime() / 1000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const when = `${Math.abs(age)} seconds in the ${age < 0 ? 'future' : 'past'}`;
  throw new WebhookVerificationError(`webhook-timestamp is ${when} (maximum ${toleranceSeconds})`);
}

/** Returns no bytes for invalid Base64: neither a key nor a signature is empty. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body is not valid JSON');
  }
}
