import { Secret, TOTP } from 'otpauth';

const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Steps before and after the current one that are accepted, because clocks differ and people take time to type. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const OPTIONS = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS } as const;

/** Returns a random secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * Returns the host of the service, under which authenticator apps list the secret. Without a port and without colons,
 * where some apps cut the issuer off, or reject it.
 */
export const issuerOf = (publicUrl: string): string =>
  new URL(publicUrl).hostname.replace(/[[\]]/g, '').replaceAll(':', '-');

/** Returns the `otpauth:` URL from which authenticator apps read the secret (second-factor.md 1). */
export const totpUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret), issuer, label }).toString();

/** @param text as returned by `plainCode` */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/** Returns the time step of a code (RFC 6238), or null if it belongs to none of the accepted steps. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
