import type { PublicKey } from './public-key';

/** A key, and the secret of one that the customer's server has, too. */
export type SignatureKey = PublicKey | { readonly algorithm: 'HS256'; readonly secret: string };

/** Verifies signatures of JWT. */
export interface TokenSignatures {
  /** Whether the token has the algorithm of the key and a signature by it. Verifies no claims. Never rejects. */
  isSignedBy(token: string, key: SignatureKey): Promise<boolean>;
}

/** The keys at JWKS URLs (identity.md 2). */
export interface PublishedKeys {
  /**
   * Returns the keys at the URL of an account, which can be some minutes old. Looks for newer ones if no key has this
   * `kid`, at most once a minute. Returns null if they cannot be read.
   */
  find(accountId: string, url: string, kid: string | null): Promise<readonly PublicKey[] | null>;
}

/** Decides which URLs the service reads, as for webhooks (webhooks.md 3). */
export interface KeyUrls {
  /** Returns what is wrong with a URL, to complete “Invalid value for url: must …”, or null. */
  problemOf(url: string): Promise<string | null>;
}
