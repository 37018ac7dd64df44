import { SignInThrottle, type SignInAttempt, type StartedAttempt } from './sign-in-throttle';

const EMAIL = 'ada@example.com';

/** dashboard.md 5 */
describe('sign-in throttle', () => {
  let now: number;
  let throttle: SignInThrottle;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    throttle = new SignInThrottle(() => new Date(now));
  });

  const signIn = (overrides: Partial<SignInAttempt> = {}) =>
    throttle.signIn({ email: EMAIL, address: '192.0.2.1', device: null, ...overrides });
  const times = (n: number, attempt: (n: number) => StartedAttempt) => {
    for (let i = 0; i < n; i++) attempt(i);
  };
  /** Returns the seconds to wait. */
  const retryAfterOf = (attempt: () => StartedAttempt): number => {
    try {
      attempt();
    } catch (error) {
      expect(error).toMatchObject({ kind: 'rate_limit', code: 'too_many_auth_failures' });
      return (error as { facts: { retryAfter: number } }).facts.retryAfter;
    }
    throw new Error('There was no delay');
  };
  /** Attempts from a different IP address each. */
  const distributed = (n: number) => times(n, (i) => signIn({ address: `198.51.100.${i}` }));

  it('delays the 11th attempt from one IP address for one email address, in any case', () => {
    times(5, () => signIn());
    times(5, () => signIn({ email: 'ADA@Example.com' }));
    expect(retryAfterOf(signIn)).toBe(1);
    signIn({ email: 'grace@example.com' });
  });

  it('does not delay an owner at another IP address', () => {
    times(10, () => signIn());
    expect(retryAfterOf(signIn)).toBe(1);
    signIn({ address: '192.0.2.2' });
  });

  it('delays an unknown browser after 100 attempts from many IP addresses', () => {
    distributed(100);
    const unknown = { address: '203.0.113.1' };
    expect(retryAfterOf(() => signIn(unknown))).toBe(1);
    now += 1000;
    signIn(unknown);
    expect(retryAfterOf(() => signIn(unknown))).toBe(2);
    signIn({ ...unknown, email: 'grace@example.com' });
    now += 3600_000 + 2000;
    distributed(100);
  });

  it('never delays a known browser because of strangers', () => {
    distributed(100);
    times(10, () => signIn({ address: '203.0.113.1', device: 'laptop' }));
    expect(retryAfterOf(() => signIn({ device: 'laptop' }))).toBe(1);
    signIn({ device: 'phone' });
  });

  it('delays known browsers after 100 attempts by all of them', () => {
    for (let n = 0; n < 20; n++) times(5, () => signIn({ device: `device ${n}` }));
    expect(retryAfterOf(() => signIn({ device: 'laptop' }))).toBe(1);
    signIn({ device: 'laptop', email: 'grace@example.com' });
    signIn({ address: '203.0.113.1' });
  });

  it('does not delay strangers because of a known browser', () => {
    times(10, () => signIn({ device: 'laptop' }));
    times(10, () => signIn());
  });

  it('counts a reauthentication by its session only', () => {
    distributed(100);
    times(10, () => throttle.reauthentication('session 1'));
    expect(retryAfterOf(() => throttle.reauthentication('session 1'))).toBe(1);
    throttle.reauthentication('session 2');
    signIn({ address: '203.0.113.1', device: 'laptop' });
  });

  it('does not count a rejected attempt', () => {
    distributed(100);
    for (let i = 0; i < 50; i++) expect(retryAfterOf(() => signIn({ address: '203.0.113.1' }))).toBe(1);
    now += 1000;
    times(1, () => signIn({ address: '203.0.113.1' }));
    now += 3600_000 + 2000;
    times(10, () => signIn({ address: '203.0.113.1' }));
  });

  it('resets the count after the correct password', () => {
    times(9, () => signIn());
    signIn({ email: 'Ada@Example.com' }).succeeded();
    times(10, () => signIn());
    expect(retryAfterOf(signIn)).toBe(1);
    times(9, () => throttle.reauthentication('session 1'));
    throttle.reauthentication('session 1').succeeded();
    times(10, () => throttle.reauthentication('session 1'));
  });
});
