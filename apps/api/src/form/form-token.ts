import type { QuarantineReason } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { KeyedMac } from '../keyed-mac';

/** Maximum age of a token (form.md 4). */
const MAX_AGE_MS = 24 * 3600 * 1000;
const SHAPE = /^[0-9a-z]{8,9}\.[\w-]{22}$/;

export interface IssuedToken {
  readonly token: string;
  /** A submission before this time has the reason `token_too_young`. */
  readonly validFrom: Date;
  /** Milliseconds until `validFrom`, for clients with a wrong clock. */
  readonly waitMs: number;
  readonly expiresAt: Date;
}

/**
 * Signed tokens with the time at which a form was opened. A token belongs to one account, is valid on every instance,
 * and isn't stored.
 */
export class FormTokens {
  private readonly mac: KeyedMac;

  constructor(
    secret: Uint8Array,
    private readonly minSeconds: number,
    private readonly clock: Clock,
  ) {
    this.mac = new KeyedMac(secret);
  }

  issue(accountId: string): IssuedToken {
    const now = this.clock().getTime();
    const opened = now.toString(36);
    return {
      token: `${opened}.${this.mac.of(signed(accountId, opened))}`,
      validFrom: new Date(now + this.minSeconds * 1000),
      waitMs: this.minSeconds * 1000,
      expiresAt: new Date(now + MAX_AGE_MS),
    };
  }

  /** The quarantine reason for a submission with this token, or null. */
  quarantineReason(accountId: string, token: unknown): QuarantineReason | null {
    if (token === undefined || token === null || token === '') return 'token_missing';
    if (typeof token !== 'string' || !SHAPE.test(token)) return 'token_forged';
    const [opened, mac] = token.split('.') as [string, string];
    if (!this.mac.verify(mac, signed(accountId, opened))) return 'token_forged';
    const age = this.clock().getTime() - Number.parseInt(opened, 36);
    if (age < this.minSeconds * 1000) return 'token_too_young';
    return age > MAX_AGE_MS ? 'token_too_old' : null;
  }
}

/** The prefix separates these tokens from other values that the secret signs. */
const signed = (accountId: string, opened: string): string => `opened\n${accountId}\n${opened}`;
