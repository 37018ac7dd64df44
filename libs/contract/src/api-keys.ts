import type { EXPIRY_DAYS, OVERLAPS_SECONDS, Permission } from '@libs/accounts/limits';

export interface KeyWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends; all of it while none is running. */
  readonly reset_seconds: number;
}

/** An entry of `GET keys`; newest first, ended keys too. */
export interface KeyEntry {
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  readonly allowed_origins: readonly string[];
  /** `fb_live_…cjrI`. */
  readonly masked: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** What an active key has left; null where the policy is off or the key has ended. */
  readonly budget: { readonly hour: KeyWindow | null; readonly minute: KeyWindow | null };
}

/** `POST keys` and `POST keys/:id/rotate` answer 201 with the entry and, this once, the secret. */
export interface IssuedKey extends KeyEntry {
  readonly secret: string;
}

export interface NewKeyBody {
  readonly name: string;
  readonly permission: Permission;
  /** Only for `submit`. */
  readonly allowed_origins?: readonly string[];
  /** Null or absent: never. */
  readonly expires_in_days?: (typeof EXPIRY_DAYS)[number] | null;
}

/** How long the old key goes on working, in seconds. */
export type Overlap = (typeof OVERLAPS_SECONDS)[number];

// `DELETE keys/:id` revokes: 204.
