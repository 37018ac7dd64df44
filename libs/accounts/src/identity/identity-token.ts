import { DomainError, isObject, type Issue, type Rule } from '@libs/kernel';
import { IDENTITY_TOKEN_MAX } from './identity.limits';

/** Maximum time from now to `exp`, and how far the clocks of two servers can differ, in seconds (identity.md 1). */
const VALID_SECONDS = 600;
const TOLERANCE_SECONDS = 60;
const ID_MAX = 255;

/** Why a token is refused (identity.md 3). */
export type IdentityReason =
  | 'not_configured'
  | 'malformed'
  | 'unsigned'
  | 'unknown_key'
  | 'wrong_algorithm'
  | 'keys_unavailable'
  | 'wrong_signature'
  | 'wrong_audience'
  | 'expired'
  | 'valid_too_long'
  | 'not_yet_valid'
  | 'invalid_claim'
  | 'replayed';

export interface IdentityProblem {
  readonly reason: IdentityReason;
  readonly message: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The parts of a token that can be read without a key. */
export interface ReadToken {
  readonly header: Json;
  readonly claims: Json;
  readonly isSigned: boolean;
}

/** Returns null unless the token is a JWT in the compact form. Verifies nothing. */
export function readToken(token: string): ReadToken | null {
  const parts = token.length > IDENTITY_TOKEN_MAX ? [] : token.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]*$/.test(part))) return null;
  const [header, claims] = parts.slice(0, 2).map(jsonIn);
  return header && claims ? { header, claims, isSigned: parts[2] !== '' } : null;
}

function jsonIn(part: string): Json | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

interface Expected {
  readonly slugs: readonly string[];
  readonly now: Date;
  /** The claims about the person. */
  readonly personRule: Rule<unknown>;
}

/** Everything that is wrong with the claims of a token. */
export function claimProblems(
  claims: Json,
  { slugs, now, personRule }: Expected,
): readonly IdentityProblem[] {
  const seconds = now.getTime() / 1000;
  const { aud, exp, nbf, iat, sub, jti } = claims;
  const issues: Issue[] = [];
  personRule.read(claims, '', issues);
  return [
    ...(!([aud].flat() as unknown[]).some((one) => slugs.includes(one as string))
      ? [problem('wrong_audience', `The claim aud must be the slug of the form: ${slugs[0]}`)]
      : []),
    ...expiryProblems(exp, seconds),
    ...([nbf, iat].some((time) => time !== undefined && typeof time !== 'number')
      ? [problem('invalid_claim', 'The claims nbf and iat must be numbers of seconds')]
      : []),
    ...([nbf, iat].some((time) => typeof time === 'number' && time > seconds + TOLERANCE_SECONDS)
      ? [problem('not_yet_valid', 'The token is not valid yet: check the clock of the server that signs it')]
      : []),
    ...(isId(sub) ? [] : [problem('invalid_claim', idDemand('sub'))]),
    ...(jti === undefined || isId(jti) ? [] : [problem('invalid_claim', idDemand('jti'))]),
    ...issues.map(({ message }) => problem('invalid_claim', `Invalid claim. ${message}`)),
  ];
}

function expiryProblems(exp: unknown, seconds: number): readonly IdentityProblem[] {
  if (typeof exp !== 'number')
    return [problem('invalid_claim', 'The claim exp must be a number of seconds since 1970')];
  if (exp <= seconds - TOLERANCE_SECONDS)
    return [problem('expired', 'The token has expired: sign another one, and load the page again')];
  return exp > seconds + VALID_SECONDS + TOLERANCE_SECONDS
    ? [problem('valid_too_long', 'The claim exp must be at most 10 minutes ahead')]
    : [];
}

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && [...value.slice(0, 2 * ID_MAX + 1)].length <= ID_MAX;

const idDemand = (claim: string) => `The claim ${claim} must be text with 1 to ${ID_MAX} characters`;

export const problem = (reason: IdentityReason, message: string): IdentityProblem => ({ reason, message });

export const PROBLEMS = {
  malformed: problem(
    'malformed',
    `The token must be a JWT of at most ${IDENTITY_TOKEN_MAX} characters: three parts in base64url with dots between ` +
      'them, of which the first two are JSON objects',
  ),
  unsigned: problem('unsigned', 'The token must be signed: alg must not be none'),
  notConfigured: problem('not_configured', 'The account has no identity keys, so it accepts no tokens'),
  unknownKey: problem('unknown_key', 'The account has no identity key with the kid of the token'),
  keysUnavailable: problem('keys_unavailable', 'The keys at the JWKS URL of the account cannot be read now'),
  wrongSignature: problem('wrong_signature', 'No identity key of the account has made the signature'),
  replayed: problem(
    'replayed',
    'The token was used before, and its jti allows one use: sign another token for each submission',
  ),
} as const;

/** @param algorithms of the keys that the token could be signed with */
export const wrongAlgorithm = (algorithms: readonly string[]): IdentityProblem =>
  problem(
    'wrong_algorithm',
    `The alg of the token must be that of an identity key: ${algorithms.join(', ')}`,
  );

/** The error of a request with a token that is refused. */
export function identityInvalid({ reason, message }: IdentityProblem): DomainError {
  return DomainError.invalid([{ param: 'token', code: 'identity_invalid', message, reason }]);
}

/** The error of a submission without a token that the account requires (identity.md 7). */
export const identityRequired = (): DomainError =>
  new DomainError(
    'permission',
    'identity_required',
    'This account accepts feedback only with an identity token of its application: send one as token',
  );
