import type { QuarantineReason } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { KeyedMac } from '../keyed-mac';

/** How long an open page may take to come back (form.md 4). */
const MAX_AGE_MS = 24 * 3600 * 1000;
const SHAPE = /^[0-9a-z]{8,9}\.[\w-]{22}$/;

export interface IssuedToken {
  readonly token: string;
  /** Sent before, a submission counts as too young. */
  readonly validFrom: Date;
  /** The same as a length, for whoever has a wrong clock. */
  readonly waitMs: number;
  readonly expiresAt: Date;
}

/**
 * When a form was opened, signed, so that nobody writes it by hand: whose form and the time, good on every instance
 * and stored nowhere.
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

  /** What speaks against a submission that carries this; null when nothing does. */
  quarantineReason(accountId: string, token: unknown): QuarantineReason | null {
    if (token === undefined || token === null || token === '') return 'token_missing';
    if (typeof token !== 'string' || !SHAPE.test(token)) return 'token_forged';
    const [opened, mac] = token.split('.') as [string, string];
    if (!this.mac.fits(mac, signed(accountId, opened))) return 'token_forged';
    const age = this.clock().getTime() - Number.parseInt(opened, 36);
    if (age < this.minSeconds * 1000) return 'token_too_young';
    return age > MAX_AGE_MS ? 'token_too_old' : null;
  }
}

/** The word keeps it apart from all else this secret signs. */
const signed = (accountId: string, opened: string): string => `opened\n${accountId}\n${opened}`;
