import {
  DomainError,
  invalidValue,
  isObject,
  isText,
  objectRule,
  oneOf,
  optional,
  required,
  type Instant,
  type Issue,
  type ObjectRule,
  type Rule,
} from '@libs/kernel';
import {
  IDENTITY_KEYS_MAX,
  IDENTITY_KEY_TYPES,
  IDENTITY_SECRET_MAX,
  IDENTITY_SECRET_MIN,
  PUBLIC_KEY_TEXT_MAX,
} from './identity.limits';
import { publicKeyIn, type PublicKey } from './public-key';

/** What verifies the identity tokens of an account (identity.md 2). */
export type IdentityKey = { readonly id: string; readonly createdAt: Instant } & (
  | ({ readonly type: 'public' } & PublicKey)
  /** The secret in base64, encrypted for this key only. */
  | { readonly type: 'secret'; readonly sealed: string }
  | { readonly type: 'jwks'; readonly url: string }
);

/** What someone enters to add a key. */
export type NewIdentityKey =
  | { readonly type: 'public'; readonly key: PublicKey }
  /** Without a secret, the service makes one. */
  | { readonly type: 'secret'; readonly secret?: string }
  | { readonly type: 'jwks'; readonly url: string };

const publicKeyRule: Rule<PublicKey> = {
  schema: { type: 'string', maxLength: PUBLIC_KEY_TEXT_MAX },
  read(value, param, issues) {
    const none: PublicKey = { algorithm: 'EdDSA', kid: null, jwk: {} };
    if (!isText(value, param, issues)) return none;
    const isLong = value.length > PUBLIC_KEY_TEXT_MAX;
    const key = isLong ? `must have at most ${PUBLIC_KEY_TEXT_MAX} characters` : publicKeyIn(value);
    if (typeof key !== 'string') return key;
    issues.push(invalidValue(param, key));
    return none;
  },
};

const SECRET_DEMAND = `must have ${IDENTITY_SECRET_MIN} to ${IDENTITY_SECRET_MAX} bytes`;

const secretRule: Rule<string> = {
  schema: { type: 'string', minLength: IDENTITY_SECRET_MIN, maxLength: IDENTITY_SECRET_MAX },
  demand: SECRET_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const bytes = Buffer.byteLength(value);
    if (bytes < IDENTITY_SECRET_MIN || bytes > IDENTITY_SECRET_MAX)
      issues.push(invalidValue(param, SECRET_DEMAND));
    return value;
  },
};

/** Its problems depend on the service (webhooks.md 3), so they are found later. */
const urlRule: Rule<string> = {
  schema: { type: 'string' },
  read: (value, param, issues) => (isText(value, param, issues) ? value : ''),
};

const type = required(oneOf(IDENTITY_KEY_TYPES));
const RULES = {
  public: objectRule({ type, key: required(publicKeyRule) }),
  secret: objectRule({ type, secret: optional(secretRule) }),
  jwks: objectRule({ type, url: required(urlRule) }),
};
const typeOnly = objectRule({ type });

/** The input of a new key. Its type decides which fields it has. */
export const newIdentityKeyRule: ObjectRule<NewIdentityKey> = {
  ...typeOnly,
  read(value, param, issues) {
    const ofType: Issue[] = [];
    const input = isObject(value) ? { type: value['type'] } : value;
    const { type } = typeOnly.read(input, param, ofType);
    issues.push(...ofType);
    return (ofType.length > 0 ? { type } : RULES[type].read(value, param, issues)) as NewIdentityKey;
  },
};

/** The fields that leave the service. A secret never does. */
export const identityKeyJson = (key: IdentityKey) => ({
  id: key.id,
  type: key.type,
  algorithm: key.type === 'public' ? key.algorithm : key.type === 'secret' ? ('HS256' as const) : null,
  kid: key.type === 'public' ? key.kid : null,
  url: key.type === 'jwks' ? key.url : null,
  created_at: key.createdAt,
});

/** @throws DomainError `conflict` if the account has too many keys, or a second JWKS URL */
export function withKey(keys: readonly IdentityKey[], key: IdentityKey): readonly IdentityKey[] {
  if (keys.length >= IDENTITY_KEYS_MAX)
    throw keyLimit(`Too many identity keys (maximum ${IDENTITY_KEYS_MAX}): delete one first`);
  if (key.type === 'jwks' && keys.some((one) => one.type === 'jwks'))
    throw keyLimit('An account can have one JWKS URL: delete the other one first');
  return [...keys, key];
}

const keyLimit = (message: string): DomainError =>
  new DomainError('conflict', 'identity_key_limit_reached', message);

export const identityKeyNotFound = (): DomainError =>
  new DomainError('not_found', 'identity_key_not_found', 'Identity key not found');

export const forbiddenKeyUrl = (problem: string): DomainError =>
  DomainError.invalid([invalidValue('url', problem)]);
