import { InMemoryRateLimitStore } from '@libs/accounts';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { AddressLimits } from './address-limits';

/** rate-limits.md 7 */
describe('AddressLimits', () => {
  it('counts the links to an email address, from anyone', async () => {
    const store = new InMemoryRateLimitStore(() => new Date());
    const config = { SIGN_IN_PER_HOUR: 100, SIGN_UP_PER_HOUR: 100 };
    const limits = new AddressLimits(config, new ThrottlerStorageService(), store);
    const send = (n: number, linkTo: string | null) =>
      limits.countEmailChange(`person-${n}`, `192.0.2.${n}`, linkTo);
    for (let n = 0; n < 5; n++) await send(n, n % 2 ? 'ada@example.com' : 'Ada@Example.com');
    await expect(send(5, 'ada@example.com')).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    await send(6, 'grace@example.com');
    await send(7, null);
  });
});
