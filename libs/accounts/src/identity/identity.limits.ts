/** Maximum number of identity keys of an account (identity.md 2). */
export const IDENTITY_KEYS_MAX = 3;
/** Length of a secret in bytes, and the maximum lengths of the texts of a public key and of a token. */
export const IDENTITY_SECRET_MIN = 32;
export const IDENTITY_SECRET_MAX = 512;
export const PUBLIC_KEY_TEXT_MAX = 8_192;
export const IDENTITY_TOKEN_MAX = 4_096;

export const IDENTITY_KEY_TYPES = ['public', 'secret', 'jwks'] as const;
export type IdentityKeyType = (typeof IDENTITY_KEY_TYPES)[number];
