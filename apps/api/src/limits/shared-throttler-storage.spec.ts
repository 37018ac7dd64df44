import { InMemoryRateLimitStore } from '@libs/accounts';
import { AddressLimit, type AddressWindow } from '../http/address-limit';
import { SharedThrottlerStorage } from './shared-throttler-storage';

/** rate-limits.md 7 */
describe('SharedThrottlerStorage', () => {
  let now: number;
  let storage: SharedThrottlerStorage;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    storage = new SharedThrottlerStorage(new InMemoryRateLimitStore(() => new Date(now)));
  });

  const WINDOWS: readonly AddressWindow[] = [
    { name: 'minute', limit: 2 },
    { name: 'hour', limit: 3 },
  ];
  const submissions = () => new AddressLimit(storage, 'form', WINDOWS);

  it('limits events per minute and per hour, for all that count in one store', async () => {
    const [one, other] = [submissions(), submissions()];
    await one.count('192.0.2.1', 'acme');
    await other.count('192.0.2.1', 'acme');
    now += 1_000;
    await expect(one.count('192.0.2.1', 'acme')).rejects.toMatchObject({
      message: 'Rate limit exceeded: 2 requests per minute. Retry in 59 seconds.',
    });
    await one.count('192.0.2.1', 'another form');
    now += 59_000;
    await one.count('192.0.2.1', 'acme');
    await expect(other.count('192.0.2.1', 'acme')).rejects.toMatchObject({
      message: 'Rate limit exceeded: 3 requests per hour. Retry in 3540 seconds.',
    });
  });

  it('counts an IPv6 /64 network as one address', async () => {
    for (let n = 1; n <= 2; n++) await submissions().count(`2001:db8:0:1::${n}`);
    await expect(submissions().count('2001:db8:0:1:ffff::9')).rejects.toThrow('2 requests per minute');
    await submissions().count('2001:db8:0:2::1');
  });

  it('counts each subject separately', async () => {
    for (let n = 0; n < 2; n++) await submissions().count('192.0.2.1');
    await new AddressLimit(storage, 'auth', WINDOWS).count('192.0.2.1');
  });

  it('returns hits and times as the storage of the package', async () => {
    const increment = () => storage.increment('key', 60_000, 1);
    expect(await increment()).toEqual({
      totalHits: 1,
      timeToExpire: 60,
      isBlocked: false,
      timeToBlockExpire: 0,
    });
    expect(await increment()).toEqual({
      totalHits: 2,
      timeToExpire: 60,
      isBlocked: true,
      timeToBlockExpire: 60,
    });
  });
});
