import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Signature } from '../endpoints/endpoint';

const SECRET_PREFIX = 'whsec_';
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';
/** Length of an HMAC secret, and of an Ed25519 seed. */
const KEY_BYTES = 32;
/** An Ed25519 private key in PKCS #8 (RFC 8410), up to its seed. */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates the key that signs the requests to an endpoint: a secret, or an Ed25519 seed (webhooks.md 4). */
export function newSigningKey(signature: Signature, random: (size: number) => Uint8Array): string {
  const prefix = signature === 'hmac' ? SECRET_PREFIX : PRIVATE_PREFIX;
  return prefix + Buffer.from(random(KEY_BYTES)).toString('base64');
}

/** Returns the public key of an Ed25519 signing key. */
export function publicKeyOf(key: string): string {
  const { x } = createPublicKey(privateKeyOf(key)).export({ format: 'jwk' });
  return PUBLIC_PREFIX + Buffer.from(x!, 'base64url').toString('base64');
}

export const isPrivateKey = (key: string): boolean => key.startsWith(PRIVATE_PREFIX);

export function privateKeyOf(key: string): KeyObject {
  const seed = Buffer.from(key.slice(PRIVATE_PREFIX.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' });
}
