import { InMemoryRateLimitStore } from '@libs/accounts';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { AddressLimits } from './address-limits';

const HOUR_MS = 3_600_000;

/** rate-limits.md 7 */
describe('AddressLimits', () => {
  let now: number;
  let limits: AddressLimits;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    limits = new AddressLimits(
      { SIGN_IN_PER_HOUR: 100, SIGN_UP_PER_HOUR: 20 },
      new ThrottlerStorageService(),
      new InMemoryRateLimitStore(() => new Date(now)),
    );
  });

  it('limits a known browser to 60 passwords per hour, including correct ones', async () => {
    for (let n = 0; n < 60; n++) await limits.countPassword('a browser');
    await expect(limits.countPassword('a browser')).rejects.toThrow(
      'Rate limit exceeded: 60 requests per hour.',
    );
    await limits.countPassword('another browser');
    now += HOUR_MS;
    await limits.countPassword('a browser');
  });

  /** mail.md 4 */
  it('admits five password resets per hour and email address, in any case and from any IP address', async () => {
    const admits = (email: string, n: number) => limits.admitsPasswordReset(email, `192.0.2.${n}`);
    for (let n = 0; n < 5; n++)
      expect(await admits(n % 2 ? 'Ada@example.com' : 'ada@example.com', n)).toBe(true);
    expect(await admits('ada@example.com', 6)).toBe(false);
    expect(await admits('bo@example.com', 6)).toBe(true);
    now += HOUR_MS;
    expect(await admits('ada@example.com', 7)).toBe(true);
  });

  it('limits the password resets of an IP address, whatever the email address', async () => {
    for (let n = 0; n < 20; n++) await limits.admitsPasswordReset(`nobody-${n}@example.com`, '192.0.2.1');
    const next = limits.admitsPasswordReset('ada@example.com', '192.0.2.1');
    await expect(next).rejects.toMatchObject({ kind: 'rate_limit' });
    expect(await limits.admitsPasswordReset('ada@example.com', '192.0.2.2')).toBe(true);
  });

  it('counts the links to an email address, from anyone', async () => {
    const send = (n: number, linkTo: string | null) =>
      limits.countEmailChange(`person-${n}`, `192.0.2.${n}`, linkTo);
    for (let n = 0; n < 5; n++) await send(n, n % 2 ? 'ada@example.com' : 'Ada@Example.com');
    await expect(send(5, 'ada@example.com')).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    await send(6, 'grace@example.com');
    await send(7, null);
  });
});
