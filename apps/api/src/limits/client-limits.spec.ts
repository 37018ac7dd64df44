import { InMemoryRateLimitStore, type RateLimitPolicy } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import { KeyedMac } from '../keyed-mac';
import { ClientLimits, keyedIds } from './client-limits';

const MINUTE: readonly RateLimitPolicy[] = [{ name: 'minute', quota: 2, windowSeconds: 60 }];

/** rate-limits.md 7 */
describe('ClientLimits', () => {
  let now: number;
  let shared: InMemoryRateLimitStore;
  let counted: string[];
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.500Z');
    shared = new InMemoryRateLimitStore(() => new Date(now));
    counted = [];
  });

  const idOf = keyedIds(new KeyedMac(new Uint8Array(32).fill(1)));
  /** The limits of one instance. */
  const instance = () => {
    const store: ConstructorParameters<typeof ClientLimits>[0] = {
      take: (id, policies) => {
        counted.push(id);
        return shared.take(id, policies);
      },
      clear: (id) => shared.clear(id),
      peek: (id, policies) => {
        counted.push(id);
        return shared.peek(id, policies);
      },
    };
    return new ClientLimits(store, idOf, () => new Date(now));
  };
  const takes = async (limits: ClientLimits, times: number, name = '192.0.2.1') => {
    const states = [];
    for (let n = 0; n < times; n++) states.push(await limits.take(name, MINUTE));
    return states.map(({ admitted, windows }) => [admitted, windows[0]!.resetSeconds]);
  };

  it('counts the events at all instances together', async () => {
    const [one, other] = [instance(), instance()];
    expect(await takes(one, 1)).toEqual([[true, 60]]);
    expect(await takes(other, 2)).toEqual([
      [true, 60],
      [false, 60],
    ]);
    expect(await takes(one, 1)).toEqual([[false, 60]]);
    expect(await takes(one, 1, '192.0.2.2')).toEqual([[true, 60]]);
  });

  it('answers from memory until the window ends, with the remaining seconds', async () => {
    const limits = instance();
    await takes(limits, 3);
    expect(counted).toHaveLength(3);
    now += 20_900;
    expect(await takes(limits, 50)).toEqual(Array(50).fill([false, 40]));
    now += 39_099;
    expect(await takes(limits, 1)).toEqual([[false, 1]]);
    expect(await limits.peek('192.0.2.1', MINUTE)).toMatchObject([{ remaining: 0, resetSeconds: 1 }]);
    expect(counted).toHaveLength(3);
    now += 1;
    expect(await takes(limits, 1)).toEqual([[true, 60]]);
    expect(counted).toHaveLength(4);
  });

  it('learns from peek that a bucket is exhausted', async () => {
    await takes(instance(), 2);
    const limits = instance();
    for (let n = 0; n < 3; n++)
      expect(await limits.peek('192.0.2.1', MINUTE)).toMatchObject([{ remaining: 0 }]);
    expect(counted).toHaveLength(3);
  });

  it('gives the requests of an exhausted bucket back', async () => {
    const limits = instance();
    await takes(limits, 3);
    await limits.clear('192.0.2.1');
    expect(await takes(limits, 1)).toEqual([[true, 60]]);
  });

  it('asks again after the clock was set back', async () => {
    const limits = instance();
    await takes(limits, 3);
    now -= 3_600_000;
    await takes(limits, 1);
    expect(counted).toHaveLength(4);
  });

  it('remembers a limited number of exhausted buckets', async () => {
    const limits = instance();
    const none: readonly RateLimitPolicy[] = [{ name: 'minute', quota: 0, windowSeconds: 60 }];
    for (let n = 0; n <= 10_000; n++) await limits.peek(String(n), none);
    counted = [];
    await limits.peek('1', none);
    expect(counted).toHaveLength(0);
    await limits.peek('0', none);
    expect(counted).toHaveLength(1);
  });

  it('stores a keyed hash of the name, of one length', async () => {
    await takes(instance(), 1, `192.0.2.1${'x'.repeat(100_000)}`);
    expect(isUuid(counted[0]!)).toBe(true);
    expect(idOf('192.0.2.1')).toBe(keyedIds(new KeyedMac(new Uint8Array(32).fill(1)))('192.0.2.1'));
    expect(idOf('192.0.2.1')).not.toBe(keyedIds(new KeyedMac(new Uint8Array(32).fill(2)))('192.0.2.1'));
  });
});
