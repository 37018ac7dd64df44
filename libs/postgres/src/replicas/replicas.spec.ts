import { DomainError } from '@libs/kernel';
import { Marks } from './marks';
import { Replicas, type ReadableReplica } from './replicas';

const PRIMARY = { position: 100, lastEvent: 1_000, system: '7', database: '1' };

class FakeReplica implements ReadableReplica {
  isUsable = true;
  lagMs = 0;
  failures: unknown[] = [];
  resets = 0;
  checks = 0;
  constructor(readonly name: string) {}
  rely = () => (this.isUsable ? { position: 50, lastEvent: 500, at: 0 } : null);
  readFailed = (error: unknown) => void this.failures.push(error);
  reset = () => void this.resets++;
  check = () => void this.checks++;
  close = () => Promise.resolve();
}

function underTest({ hasChanged = () => Promise.resolve(false), names = ['a', 'b'] } = {}) {
  const all = names.map((name) => new FakeReplica(name));
  const served: unknown[] = [];
  let state = PRIMARY;
  const asked: unknown[] = [];
  const replicas = new Replicas(
    {
      state: () => Promise.resolve(state),
      hasChangedAfter: (...question) => (asked.push(question), hasChanged()),
    },
    all,
    new Marks(),
    { served: (server) => served.push(server) },
  );
  const read = (onReplica?: (replica: FakeReplica) => Promise<string>, isRepeatable?: () => boolean) =>
    replicas.read('acme', {
      onReplica: onReplica ?? (({ name }) => Promise.resolve(name)),
      onPrimary: () => Promise.resolve('primary'),
      isRepeatable,
    });
  return { all, asked, replicas, read, served, setState: (next: typeof PRIMARY) => (state = next) };
}

const failing = (error: Error) => () => Promise.reject(error);

describe('Replicas', () => {
  it('use each replica in turn', async () => {
    const { read, served } = underTest();
    expect([await read(), await read(), await read()]).toEqual(['a', 'b', 'a']);
    expect(served).toEqual([0, 1, 0]);
  });

  it('skip replicas that are not usable', async () => {
    const { all, read, asked } = underTest();
    all[0]!.isUsable = false;
    expect([await read(), await read()]).toEqual(['b', 'b']);
    all[1]!.isUsable = false;
    asked.length = 0;
    expect(await read()).toBe('primary');
    expect(asked).toEqual([]);
  });

  it('use the primary if the account has changed since the mark of the replica', async () => {
    const { read, asked, served } = underTest({ hasChanged: () => Promise.resolve(true) });
    expect(await read()).toBe('primary');
    expect(asked).toEqual([['acme', 500]]);
    expect(served).toEqual(['primary']);
  });

  it('use the primary if it cannot be asked, so that the caller gets its error', async () => {
    const { read } = underTest({ hasChanged: () => Promise.reject(new Error('down')) });
    expect(await read()).toBe('primary');
  });

  it('repeat a read on the primary if the replica fails', async () => {
    const { all, read, served } = underTest();
    const error = Object.assign(new Error('conflict with recovery'), { code: '40001' });
    expect(await read(failing(error))).toBe('primary');
    expect(all[0]!.failures).toEqual([error]);
    expect(served).toEqual(['primary']);
  });

  it('do not repeat a read that cannot be repeated', async () => {
    const { read, served } = underTest();
    await expect(read(failing(new Error('broken')), () => false)).rejects.toThrow('broken');
    expect(served).toEqual([]);
  });

  it('do not repeat a read that exceeds a limit of the account', async () => {
    const { all, read } = underTest();
    const error = new DomainError('rate_limit', 'too_many_concurrent_requests', 'Too many');
    await expect(read(failing(error))).rejects.toBe(error);
    expect(all[0]!.failures).toEqual([]);
  });

  it('check every replica, and reset them if the primary has gone back', async () => {
    const { all, replicas, setState } = underTest();
    await replicas.check(0);
    await replicas.check(1);
    expect(all.map(({ checks, resets }) => [checks, resets])).toEqual([
      [2, 0],
      [2, 0],
    ]);
    setState({ ...PRIMARY, position: 99 });
    await replicas.check(2);
    expect(all.map(({ resets }) => resets)).toEqual([1, 1]);
  });
});
