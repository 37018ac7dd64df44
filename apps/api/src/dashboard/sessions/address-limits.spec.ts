import { ThrottlerStorageService } from '@nestjs/throttler';
import { AddressLimits } from './address-limits';

describe('AddressLimits', () => {
  it('limits a known browser to 60 passwords per hour, including correct ones', () => {
    let now = Date.parse('2026-03-03T10:00:00.000Z');
    const config = { SIGN_IN_PER_HOUR: 100, SIGN_UP_PER_HOUR: 20 };
    const limits = new AddressLimits(config, new ThrottlerStorageService(), () => new Date(now));
    for (let n = 0; n < 60; n++) limits.countPassword('a browser');
    expect(() => limits.countPassword('a browser')).toThrow('Rate limit exceeded: 60 requests per hour.');
    limits.countPassword('another browser');
    now += 3_600_000;
    limits.countPassword('a browser');
  });
});
