import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SignInThrottle } from './sign-in-throttle';

describe('sign-in throttle', () => {
  let now: number;
  let throttle: SignInThrottle;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    throttle = new SignInThrottle(() => new Date(now));
  });

  /** Seconds to wait; 0 when the attempt may be made. */
  const attempt = (email = 'ada@example.com'): number => {
    try {
      throttle.begin(email);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'rate_limit', code: 'too_many_auth_failures' });
      return (error as { facts: { retryAfter: number } }).facts.retryAfter;
    }
  };
  const fail = (times: number, email?: string) => {
    for (let i = 0; i < times; i++) expect(attempt(email)).toBe(0);
  };
  const advance = (seconds: number) => {
    now += seconds * 1000;
  };

  it('lets ten attempts be, and then doubles the wait up to a quarter of an hour', () => {
    fail(10);
    const waits: number[] = [];
    for (let i = 0; i < 13; i++) {
      waits.push(attempt());
      advance(waits.at(-1)!);
      fail(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('counts what is refused nowhere', () => {
    fail(11 - 1);
    for (let i = 0; i < 50; i++) expect(attempt()).toBe(1);
    advance(1);
    fail(1);
    expect(attempt()).toBe(2);
  });

  it('forgets after a quarter of an hour without an attempt, the wait not counted', () => {
    fail(10);
    advance(15 * 60 + 1 - 0.001);
    fail(1);
    expect(attempt()).toBe(2);
    advance(15 * 60 + 2);
    fail(10);
    expect(attempt()).toBe(1);
  });

  it('starts anew when the password was right', () => {
    fail(9);
    throttle.begin('ADA@example.com');
    throttle.succeeded('Ada@Example.com');
    fail(10);
    expect(attempt()).toBe(1);
  });

  it('counts each address for itself, whatever its case', () => {
    fail(5, 'ada@example.com');
    fail(5, 'ADA@example.com');
    expect(attempt('ada@EXAMPLE.com')).toBe(1);
    fail(10, 'grace@example.com');
  });

  it('makes nobody wait longer when the clock is set back', () => {
    fail(10);
    advance(-3600);
    expect(attempt()).toBe(1);
  });

  it('remembers so many addresses and lets go of the one that failed longest ago', () => {
    throttle = new SignInThrottle(() => new Date(now), 2);
    fail(10, 'a@example.com');
    fail(10, 'b@example.com');
    fail(1, 'c@example.com');
    expect(attempt('b@example.com')).toBe(1);
    fail(1, 'a@example.com');
  });

  it('takes no more memory for long addresses than for short ones', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const taken = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = taken();
    for (let n = 0; n < 100; n++) throttle.begin(`${n}${'x'.repeat(262_000)}`);
    expect(taken() - before).toBeLessThan(5_000_000);
  });
});
