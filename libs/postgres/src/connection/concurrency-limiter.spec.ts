import { ConcurrencyLimiter } from './concurrency-limiter';

/** rate-limits.md 6 */
describe('ConcurrencyLimiter', () => {
  let log: string[];
  let finish: Map<string, () => void>;
  let limiter: ConcurrencyLimiter;
  beforeEach(() => {
    log = [];
    finish = new Map();
    limiter = new ConcurrencyLimiter(3, 2);
  });

  /** The first letter of the name is the account. */
  const run = (name: string, signal?: AbortSignal) =>
    limiter.run(
      name[0]!,
      () => {
        log.push(name);
        return new Promise<void>((done) => finish.set(name, done));
      },
      signal,
    );
  const settle = () => new Promise((next) => setImmediate(next));
  const end = async (name: string) => {
    finish.get(name)!();
    await settle();
  };

  it('limits tasks in total and per account, and starts the account with the fewest next', async () => {
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name));
    await settle();
    expect(log).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(log.slice(3)).toEqual(['c1']);
    await end('b1');
    expect(log.slice(4)).toEqual(['b2']);
    await end('c1');
    expect(log.slice(5)).toEqual(['a3']);
    for (const name of ['a2', 'a3', 'b2', 'a4']) await end(name);
    await Promise.all(all);
    expect(log).toHaveLength(7);
  });

  it('starts the tasks of an account in their order, and accounts in turn', async () => {
    limiter = new ConcurrencyLimiter(1, 1);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name));
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
      await settle();
      await end(name);
    }
    await Promise.all(all);
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('passes on an error and continues', async () => {
    limiter = new ConcurrencyLimiter(1, 1);
    const failing = limiter.run('a', () => Promise.reject(new Error('no')));
    const next = limiter.run('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('removes a waiting task from the queue when its signal is aborted, but does not stop a running task', async () => {
    const controller = new AbortController();
    const reason = new Error('too late');
    const first = run('a1', controller.signal);
    await Promise.all([settle(), run('a2', AbortSignal.abort(reason)).catch(() => {})]);
    const running = run('a2');
    const waiting = run('a3', controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    for (const name of ['a1', 'a2']) await end(name);
    await Promise.all([first, running]);
    expect(log).toEqual(['a1', 'a2']);
    await Promise.all([run('a4'), settle().then(() => end('a4'))]);
  });

  it('runs fewer tasks while capacity is reserved', async () => {
    limiter.reserve();
    limiter.reserve();
    const all = ['a1', 'b1'].map((name) => run(name));
    await settle();
    expect(log).toEqual(['a1']);
    limiter.release();
    await settle();
    expect(log).toEqual(['a1', 'b1']);
    limiter.release();
    for (const name of ['a1', 'b1']) await end(name);
    await Promise.all(all);
  });

  it('rejects a task that waits too long, but does not stop a running task', async () => {
    limiter = new ConcurrencyLimiter(1, 1, 20);
    const running = run('a1');
    await settle();
    await expect(run('b1')).rejects.toThrow('timeout exceeded when trying to connect');
    // A rate limit error, not an outage: the account's own task uses its whole share.
    await expect(run('a2')).rejects.toMatchObject({ code: 'too_many_concurrent_requests' });
    await end('a1');
    await running;
    await Promise.all([run('a3'), settle().then(() => end('a3'))]);
    expect(log).toEqual(['a1', 'a3']);
  });

  it('rejects a task if 1,000 tasks of its account are waiting, but accepts tasks of other accounts', async () => {
    const all = Array.from({ length: 1_002 }, () => limiter.run('a', () => Promise.resolve()));
    await expect(limiter.run('a', () => Promise.resolve())).rejects.toMatchObject({
      kind: 'rate_limit',
      code: 'too_many_concurrent_requests',
      facts: { retryAfter: 1 },
    });
    await limiter.run('b', () => Promise.resolve());
    await Promise.all(all);
  });
});
