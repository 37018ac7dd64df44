import { InMemoryAttemptStore } from './in-memory-attempt-store';
import { SignInThrottle, type SignInAttempt, type StartedAttempt } from './sign-in-throttle';

const EMAIL = 'ada@example.com';

/** dashboard.md 5 */
describe('sign-in throttle', () => {
  let now: number;
  let throttle: SignInThrottle;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    throttle = new SignInThrottle(new InMemoryAttemptStore(() => new Date(now)));
  });

  const signIn = (overrides: Partial<SignInAttempt> = {}) =>
    throttle.signIn({ email: EMAIL, address: '192.0.2.1', device: null, ...overrides });
  const times = async (n: number, attempt: (n: number) => Promise<StartedAttempt>) => {
    for (let i = 0; i < n; i++) await attempt(i);
  };
  /** Returns the seconds to wait. */
  const retryAfterOf = async (attempt: () => Promise<StartedAttempt>): Promise<number> => {
    try {
      await attempt();
    } catch (error) {
      expect(error).toMatchObject({ kind: 'rate_limit', code: 'too_many_auth_failures' });
      return (error as { facts: { retryAfter: number } }).facts.retryAfter;
    }
    throw new Error('There was no delay');
  };
  /** Attempts from a different IP address each. */
  const distributed = (n: number) => times(n, (i) => signIn({ address: `198.51.100.${i}` }));

  it('delays the 11th attempt from one IP address for one email address, in any case', async () => {
    await times(5, () => signIn());
    await times(5, () => signIn({ email: 'ADA@Example.com' }));
    expect(await retryAfterOf(signIn)).toBe(1);
    await signIn({ email: 'grace@example.com' });
  });

  it('does not delay a person at another IP address', async () => {
    await times(10, () => signIn());
    expect(await retryAfterOf(signIn)).toBe(1);
    await signIn({ address: '192.0.2.2' });
  });

  it('delays an unknown browser after 100 attempts from many IP addresses', async () => {
    await distributed(100);
    const unknown = { address: '203.0.113.1' };
    expect(await retryAfterOf(() => signIn(unknown))).toBe(1);
    now += 1000;
    await signIn(unknown);
    expect(await retryAfterOf(() => signIn(unknown))).toBe(2);
    await signIn({ ...unknown, email: 'grace@example.com' });
    now += 3600_000 + 2000;
    await distributed(100);
  });

  it('never delays a known browser because of strangers', async () => {
    await distributed(100);
    await times(10, () => signIn({ address: '203.0.113.1', device: 'laptop' }));
    expect(await retryAfterOf(() => signIn({ device: 'laptop' }))).toBe(1);
    await signIn({ device: 'phone' });
  });

  it('delays known browsers after 100 attempts by all of them', async () => {
    for (let n = 0; n < 20; n++) await times(5, () => signIn({ device: `device ${n}` }));
    expect(await retryAfterOf(() => signIn({ device: 'laptop' }))).toBe(1);
    await signIn({ device: 'laptop', email: 'grace@example.com' });
    await signIn({ address: '203.0.113.1' });
  });

  it('does not delay strangers because of a known browser', async () => {
    await times(10, () => signIn({ device: 'laptop' }));
    await times(10, () => signIn());
  });

  it('counts a reauthentication by its session only', async () => {
    await distributed(100);
    await times(10, () => throttle.reauthentication('session 1'));
    expect(await retryAfterOf(() => throttle.reauthentication('session 1'))).toBe(1);
    await throttle.reauthentication('session 2');
    await signIn({ address: '203.0.113.1', device: 'laptop' });
  });

  it('does not count a rejected attempt', async () => {
    await distributed(100);
    for (let i = 0; i < 50; i++) expect(await retryAfterOf(() => signIn({ address: '203.0.113.1' }))).toBe(1);
    now += 1000;
    await times(1, () => signIn({ address: '203.0.113.1' }));
    now += 3600_000 + 2000;
    await times(10, () => signIn({ address: '203.0.113.1' }));
  });

  it('resets the count after the correct password', async () => {
    await times(9, () => signIn());
    await (await signIn({ email: 'Ada@Example.com' })).succeeded();
    await times(10, () => signIn());
    expect(await retryAfterOf(signIn)).toBe(1);
    await times(9, () => throttle.reauthentication('session 1'));
    await (await throttle.reauthentication('session 1')).succeeded();
    await times(10, () => throttle.reauthentication('session 1'));
  });
});
