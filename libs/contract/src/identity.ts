import type { IdentityKeyType } from '@libs/accounts/limits';

/** What verifies identity tokens (identity.md 2). */
export interface IdentityKey {
  readonly id: string;
  readonly type: IdentityKeyType;
  /** Null for a JWKS URL, whose keys have their own. */
  readonly algorithm: 'EdDSA' | 'ES256' | 'RS256' | 'HS256' | null;
  readonly kid: string | null;
  readonly url: string | null;
  readonly created_at: string;
}

/** `GET identity`: 200 `Data<IdentitySettings>`. */
export interface IdentitySettings {
  /** The `aud` of tokens. */
  readonly slug: string;
  readonly keys: readonly IdentityKey[];
  readonly max_keys: number;
}

/**
 * `POST identity/keys`: 201 `Data<IssuedIdentityKey>`, 409 `identity_key_limit_reached`. A public key is in PEM, or a JWK as
 * JSON. Without `secret`, the service makes one.
 */
export type NewIdentityKeyBody =
  | { readonly type: 'public'; readonly key: string }
  | { readonly type: 'secret'; readonly secret?: string }
  | { readonly type: 'jwks'; readonly url: string };

/** `secret` only of a secret that the service made, and only in this response. */
export interface IssuedIdentityKey extends IdentityKey {
  readonly secret: string | null;
}

// `DELETE identity/keys/:id`: 204, 404 `identity_key_not_found`.

/** `POST identity/test` with `token`: 200 `Data<IdentityTest>`. Without problems, the token is valid. */
export interface IdentityTest {
  /** Null, like `claims`, if the token cannot be read. */
  readonly header: Readonly<Record<string, unknown>> | null;
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly { readonly reason: string; readonly message: string }[];
}
