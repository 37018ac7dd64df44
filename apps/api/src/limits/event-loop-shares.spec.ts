import type { DomainError } from '@libs/kernel';
import { ConcurrencyLimiter } from '@libs/postgres';
import { EventLoopShares } from './event-loop-shares';

/** rate-limits.md 6 */
describe('EventLoopShares', () => {
  let used: number;
  let shares: EventLoopShares;
  let started: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    used = 0;
    shares = new EventLoopShares(new ConcurrencyLimiter(Infinity, 1), () => performance.now() + used);
    started = [];
  });
  afterEach(() => jest.useRealTimers());

  /** Sends a request that uses the event loop for some time. The first letter of its name is the account. */
  const send = (name: string, ms = 1, payers = [name[0]!]) => {
    const start = () => {
      started.push(name);
      used += ms;
    };
    shares.start(payers, start, (reason) => started.push(`${name} ${(reason as DomainError).code}`));
  };
  /** Ends the turn of the loop, and waits. */
  const pass = (ms = 0) => jest.advanceTimersByTime(ms);
  const passed = (ms = 0) => {
    started = [];
    pass(ms);
    return started;
  };

  it('starts requests at once until their account has used 100 ms', () => {
    send('b');
    send('a1', 100);
    send('a2', 80);
    expect(started).toEqual(['b', 'a1', 'a2']);
    send('a3');
    send('a4');
    expect(started).toEqual(['b', 'a1', 'a2', 'a3']);
  });

  it('starts all requests of an account that is alone', () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name, 150);
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('lets a request wait while an earlier one of its account waits', () => {
    send('b');
    send('a1', 1_000);
    send('a2');
    send('a3');
    for (let n = 0; n < 3; n++) {
      pass(500);
      send('b');
    }
    send('a4');
    expect(started.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2']);
  });

  it('stops waiting when no one else sends requests', () => {
    send('b');
    send('a1', 60_000);
    send('a2');
    send('a3');
    pass();
    expect([passed(1_900), passed(700)]).toEqual([[], ['a3']]);
  });

  it('does not count accounts above their share as others', () => {
    send('x1', 5_000);
    send('y1', 2_700);
    pass(2_001);
    for (const name of ['x2', 'x3', 'y2', 'y3']) send(name);
    expect(started).toEqual(['x1', 'y1', 'x2', 'x3', 'y2', 'y3']);
  });

  it('does not count an account as another one two seconds after its last request', () => {
    send('b');
    pass(2_001);
    for (const name of ['a1', 'a2', 'a3']) send(name, 1_000);
    expect(started).toEqual(['b', 'a1', 'a2', 'a3']);
  });

  it('never delays an account that uses little', () => {
    for (let n = 0; n < 20; n++) send(`a${n}`, 500);
    send('b1');
    send('b2');
    expect(started.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2']);
  });

  it('gives an account half of the time while another one sends requests', () => {
    send('b');
    send('a1', 300);
    send('a2', 100);
    send('a3', 100);
    expect(started).toEqual(['b', 'a1', 'a2']);
    pass();
    // 350 ms remain to pay off, of which 100 ms are always allowed: 500 ms at half of the time.
    expect([passed(499), passed(2)]).toEqual([[], ['a3']]);
  });

  it('gives accounts above their share half of the time together', () => {
    send('b');
    for (const account of ['x', 'y']) {
      send(`${account}1`, 300);
      send(`${account}2`);
      send(`${account}3`);
    }
    pass();
    // Alone, they would wait for 100 and 400 ms. When x has paid, y is alone.
    expect([passed(190), passed(20), passed(280), passed(20)]).toEqual([[], ['x3'], [], ['y3']]);
  });

  it('charges what continues after a response of the database, until the turn ends', () => {
    send('z');
    shares.charge(['a']);
    used += 400;
    shares.charge(['b']);
    pass();
    used += 200;
    for (const account of ['a', 'b']) {
      send(`${account}1`);
      send(`${account}2`);
    }
    expect(started).toEqual(['z', 'a1', 'b1', 'b2']);
  });

  it('charges a member in every account', () => {
    send('a1', 150, ['a', 'ada']);
    send('b1', 1, ['b', 'ada']);
    send('b2', 1, ['b', 'ada']);
    send('b3', 1, ['b', 'grace']);
    expect(started).toEqual(['a1', 'b1', 'b3']);
  });

  it('rejects a request that waits for 10 seconds', () => {
    send('b');
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name, 60_000);
    for (let s = 0; s < 9; s++) {
      send('b');
      pass(1_000);
    }
    send('b');
    expect(started).toContain('a3');
    expect(passed(1_000)).toEqual(['a4 too_many_concurrent_requests']);
  });

  it('charges no one for requests without an account', () => {
    send('a', 500, []);
    send('b', 500, []);
    expect(started).toEqual(['a', 'b']);
  });

  it('forgets debts that are paid off', () => {
    for (let n = 0; n < 5_000; n++) {
      send('x', 1, [`${n}`]);
      pass(10);
    }
    expect((shares as unknown as { debts: Map<string, unknown> }).debts.size).toBeLessThanOrEqual(1_000);
  });
});
