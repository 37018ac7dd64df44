import { InMemoryRateLimitStore } from '@libs/accounts';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { AddressLimits } from './address-limits';

describe('AddressLimits', () => {
  it('limits a known browser to 60 passwords per hour, including correct ones', async () => {
    let now = Date.parse('2026-03-03T10:00:00.000Z');
    const config = { SIGN_IN_PER_HOUR: 100, SIGN_UP_PER_HOUR: 20 };
    const limits = new AddressLimits(
      config,
      new ThrottlerStorageService(),
      new InMemoryRateLimitStore(() => new Date(now)),
    );
    for (let n = 0; n < 60; n++) await limits.countPassword('a browser');
    await expect(limits.countPassword('a browser')).rejects.toThrow(
      'Rate limit exceeded: 60 requests per hour.',
    );
    await limits.countPassword('another browser');
    now += 3_600_000;
    await limits.countPassword('a browser');
  });
});
