import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GrowingDelay } from './growing-delay';

const RULE = { freeAttempts: 10, memoryMs: 15 * 60_000 };

describe('GrowingDelay', () => {
  let now: number;
  let delay: GrowingDelay;
  const clock = () => new Date(now);
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    delay = new GrowingDelay(RULE, clock);
  });

  const wait = (name = 'ada') => delay.wait(name) / 1000;
  const count = (times: number, name = 'ada') => {
    for (let i = 0; i < times; i++) {
      expect(wait(name)).toBe(0);
      delay.count(name);
    }
  };
  const advance = (seconds: number) => {
    now += seconds * 1000;
  };

  it('allows 10 attempts, and then doubles the delay up to 15 minutes', () => {
    count(10);
    const waits: number[] = [];
    for (let i = 0; i < 13; i++) {
      waits.push(wait());
      advance(waits.at(-1)!);
      count(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('does not grow by calls of wait', () => {
    count(10);
    for (let i = 0; i < 50; i++) expect(wait()).toBe(1);
    advance(1);
    count(1);
    expect(wait()).toBe(2);
  });

  it('resets the count some time after the end of the delay', () => {
    count(10);
    advance(15 * 60 + 1 - 0.001);
    count(1);
    expect(wait()).toBe(2);
    advance(15 * 60 + 2);
    count(10);
    expect(wait()).toBe(1);
  });

  it('resets the count by forget', () => {
    count(10);
    delay.forget('ada');
    count(10);
    expect(wait()).toBe(1);
  });

  it('counts each name separately', () => {
    count(10);
    count(10, 'grace');
    delay.forget('grace');
    expect(wait()).toBe(1);
  });

  it('does not extend a delay when the clock is set back', () => {
    count(10);
    advance(-3600);
    expect(wait()).toBe(1);
  });

  it('keeps a limited number of names, and removes the one with the oldest attempt', () => {
    delay = new GrowingDelay(RULE, clock, 2);
    count(10, 'a');
    count(10, 'b');
    count(1, 'c');
    expect(wait('b')).toBe(1);
    expect(wait('a')).toBe(0);
  });

  it('uses no more memory for long names than for short ones', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const taken = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = taken();
    for (let n = 0; n < 100; n++) delay.count(`${n}${'x'.repeat(262_000)}`);
    expect(taken() - before).toBeLessThan(5_000_000);
  });
});
