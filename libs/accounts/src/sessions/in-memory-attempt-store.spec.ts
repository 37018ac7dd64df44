import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { InMemoryAttemptStore } from './in-memory-attempt-store';

const RULE = { freeAttempts: 1, memoryMs: 15 * 60_000 };

describe('InMemoryAttemptStore', () => {
  let now: number;
  const clock = () => new Date(now);
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
  });

  const attempt = (store: InMemoryAttemptStore, name: string) => store.attempt([{ name, rule: RULE }]);

  it('does not extend a delay when the clock is set back', async () => {
    const store = new InMemoryAttemptStore(clock);
    await attempt(store, 'ada');
    now -= 3_600_000;
    expect(await attempt(store, 'ada')).toBe(1000);
  });

  it('keeps a limited number of names, and removes the one with the oldest attempt', async () => {
    const store = new InMemoryAttemptStore(clock, 2);
    for (const name of ['a', 'b', 'c']) await attempt(store, name);
    expect(await attempt(store, 'b')).toBe(1000);
    expect(await attempt(store, 'a')).toBe(0);
  });

  it('uses no more memory for long names than for short ones', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const taken = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const store = new InMemoryAttemptStore(clock);
    const before = taken();
    for (let n = 0; n < 100; n++) await attempt(store, `${n}${'x'.repeat(262_000)}`);
    expect(taken() - before).toBeLessThan(5_000_000);
  });
});
