import type { EXPIRY_DAYS, OVERLAPS_SECONDS, Permission } from '@libs/accounts/limits';

export interface KeyWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, an integer; the length of the window if none has started. */
  readonly reset_seconds: number;
}

/** An entry of `GET keys`: newest first, including expired and revoked keys. */
export interface KeyEntry {
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  readonly allowed_origins: readonly string[];
  /** Prefix and last characters of the secret: `fb_live_…cjrI`. */
  readonly masked: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Rate limit status of an active key; null if the limit is off or the key is expired or revoked. */
  readonly budget: { readonly hour: KeyWindow | null; readonly minute: KeyWindow | null };
}

/** Response (201) of `POST keys` and `POST keys/:id/rotate`. No other response contains the secret. */
export interface IssuedKey extends KeyEntry {
  readonly secret: string;
}

export interface NewKeyBody {
  readonly name: string;
  readonly permission: Permission;
  /** Only for `submit` keys. */
  readonly allowed_origins?: readonly string[];
  /** Null or absent: the key never expires. */
  readonly expires_in_days?: (typeof EXPIRY_DAYS)[number] | null;
}

/** How long the old key stays valid after a rotation, in seconds. */
export type Overlap = (typeof OVERLAPS_SECONDS)[number];

/** The requests of a key on one day. */
export interface KeyRequests {
  readonly key_id: string;
  /** A day in UTC: `2026-03-03`. */
  readonly date: string;
  readonly accepted: number;
  /** Responses with 429. */
  readonly rate_limited: number;
  /** Responses with other errors. */
  readonly failed: number;
}

/** Response of `GET keys/usage`: the last 30 days, without days without requests. */
export interface ApiUsage {
  /** The first day. */
  readonly from: string;
  /** Today in UTC. */
  readonly to: string;
  readonly requests: readonly KeyRequests[];
}

// `DELETE keys/:id` revokes the key: 204.
