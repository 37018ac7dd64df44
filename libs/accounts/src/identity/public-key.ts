import { createPublicKey, type KeyObject } from 'node:crypto';
import { isObject } from '@libs/kernel';

/** The algorithms of signatures, by the kind of key: a key has exactly one (identity.md 2). */
export type PublicKeyAlgorithm = 'EdDSA' | 'ES256' | 'RS256';

/** The members of a public JWK (RFC 7517) that a key of the algorithms above has. */
export interface PublicJwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

/** A key that verifies signatures. */
export interface PublicKey {
  readonly algorithm: PublicKeyAlgorithm;
  /** Names the key in tokens; null if it has no name. */
  readonly kid: string | null;
  readonly jwk: PublicJwk;
}

const RSA_BITS = { min: 2_048, max: 8_192 };
const KID_MAX = 255;

const IS_PRIVATE = 'must be a public key: this one is private, so it must stay on your server';
const UNREADABLE = 'must be a public key in PEM (-----BEGIN PUBLIC KEY-----) or as a JWK';
const UNSUPPORTED = `must be an Ed25519 key, a P-256 key, or an RSA key with ${RSA_BITS.min} to ${RSA_BITS.max} bits`;

/** Reads a public key in PEM (SPKI) or a JWK. Returns what is wrong with it, to complete “Invalid value for key: must …”. */
export function publicKeyIn(text: string): PublicKey | string {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return publicKeyOf(parsed(trimmed));
  if (trimmed.includes('PRIVATE KEY')) return IS_PRIVATE;
  if (!trimmed.startsWith('-----BEGIN PUBLIC KEY-----')) return UNREADABLE;
  return checked(() => createPublicKey(trimmed), null);
}

/** Reads a JWK, as `publicKeyIn`. */
export function publicKeyOf(jwk: unknown): PublicKey | string {
  if (!isObject(jwk)) return UNREADABLE;
  if ('d' in jwk || jwk['kty'] === 'oct') return IS_PRIVATE;
  const { kid = null, use = 'sig', alg } = jwk;
  if (kid !== null && (typeof kid !== 'string' || kid === '' || kid.length > KID_MAX))
    return `must have a kid with 1 to ${KID_MAX} characters, or none`;
  const key = checked(() => createPublicKey({ key: jwk, format: 'jwk' }), kid);
  if (typeof key === 'string') return key;
  const isForSignatures = use === 'sig' && (alg === undefined || NAMES[key.algorithm].includes(String(alg)));
  return isForSignatures ? key : `must be for signatures with ${key.algorithm}`;
}

/** The names of an algorithm in JWK and JWT. */
export const NAMES: Readonly<Record<PublicKeyAlgorithm, readonly string[]>> = {
  // RFC 9864 gives EdDSA with this curve a name of its own.
  EdDSA: ['EdDSA', 'Ed25519'],
  ES256: ['ES256'],
  RS256: ['RS256'],
};

function checked(read: () => KeyObject, kid: string | null): PublicKey | string {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    return UNREADABLE;
  }
  const algorithm = algorithmOf(key);
  return algorithm === null
    ? UNSUPPORTED
    : { algorithm, kid, jwk: key.export({ format: 'jwk' }) as PublicJwk };
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'ec') return details?.namedCurve === 'prime256v1' ? 'ES256' : null;
  const bits = details?.modulusLength ?? 0;
  return type === 'rsa' && bits >= RSA_BITS.min && bits <= RSA_BITS.max ? 'RS256' : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
