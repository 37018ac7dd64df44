import { ExportPlaces, type ExportPlace } from './export-places';

const KB = 1_024;
const NEVER_ABORTED = new AbortController().signal;

/** export.md 5 */
describe('ExportPlaces', () => {
  let places: ExportPlaces;
  /** The accounts, in the order in which they got a place. */
  let granted: string[];
  /** The accounts whose export ended, and how. */
  let ended: string[];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    places = new ExportPlaces(3);
    granted = [];
    ended = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const run = (account: string, work: (place: ExportPlace) => Promise<void>, signal = NEVER_ABORTED) => {
    const working = (place: ExportPlace) => {
      granted.push(account);
      return work(place);
    };
    void places.run(account, signal, working).then(
      () => ended.push(`${account} complete`),
      (error: { code: string }) => ended.push(`${account} ${error.code}`),
    );
  };
  const sleep = (seconds: number) => new Promise((next) => setTimeout(next, seconds * 1_000));
  const advance = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);
  /** Reads an endless file at this speed. */
  const read = (account: string, kilobytesPerSecond: number, secondsToEnd = 0) => {
    async function* endless() {
      for (;;) yield Buffer.alloc(kilobytesPerSecond * KB);
    }
    run(account, async (place) => {
      for await (const _ of place.measured(endless())) {
        await sleep(1);
        if (place.signal.aborted) await sleep(secondsToEnd);
        place.signal.throwIfAborted();
      }
    });
  };
  const download = (account: string, seconds: number) =>
    run(account, async () => void (await sleep(seconds)));

  it('gives places to accounts in the order of their requests', async () => {
    for (const account of ['a', 'b', 'c', 'd', 'e']) download(account, 1);
    await advance(0);
    expect(granted).toEqual(['a', 'b', 'c']);
    await advance(1);
    expect(granted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('rejects a second export of an account', async () => {
    download('a', 10);
    download('a', 10);
    await advance(0);
    expect([granted, ended]).toEqual([['a'], ['a export_in_progress']]);
  });

  it('ends the exports that have run longest so that ten others get a place within a minute', async () => {
    for (const account of ['a', 'b', 'c']) read(account, 300);
    await advance(10);
    const others = Array.from({ length: 10 }, (_, n) => `other ${n}`);
    for (const other of others) download(other, 1);
    await advance(24);
    expect(granted).toEqual(['a', 'b', 'c']);
    await advance(36);
    expect(granted).toEqual(['a', 'b', 'c', ...others]);
    expect(ended.slice(0, 3)).toEqual(['a', 'b', 'c'].map((account) => `${account} export_replaced`));
    expect(ended.slice(3)).toEqual(others.map((other) => `${other} complete`));
  });

  it('ends only one export for each that waits, and the one that has run longest', async () => {
    for (const account of ['a', 'b', 'c']) {
      read(account, 300);
      await advance(1);
    }
    download('other', 100);
    await advance(50);
    expect([granted.slice(3), ended]).toEqual([['other'], ['a export_replaced']]);
  });

  it('ends no export that has run for less than 25 seconds, and rejects one that has waited a minute', async () => {
    places = new ExportPlaces(1);
    for (const account of ['a', 'b', 'c', 'd']) read(account, 300);
    await advance(26);
    expect(granted).toEqual(['a']);
    await advance(2);
    expect(granted).toEqual(['a', 'b']);
    await advance(23);
    expect(granted).toEqual(['a', 'b']);
    await advance(5);
    expect(granted).toEqual(['a', 'b', 'c']);
    await advance(10);
    expect(ended).toEqual(['a export_replaced', 'b export_replaced', 'd too_many_exports']);
  });

  it('ends the slowest reader below 64 KB per second first, even if another has run longer', async () => {
    for (const account of ['a', 'b', 'c']) read(account, account === 'a' ? 300 : 20);
    await advance(0);
    download('other', 100);
    await advance(5);
    expect(ended).toEqual([]);
    await advance(3);
    expect([granted.slice(3), ended]).toEqual([['other'], ['b export_replaced']]);
  });

  it('ends no other export while the one that it replaces is ending', async () => {
    for (const account of ['a', 'b', 'c']) read(account, account === 'a' ? 10 : 20, 10);
    await advance(0);
    download('other', 100);
    await advance(15);
    expect([granted.slice(3), ended]).toEqual([[], []]);
    await advance(5);
    expect([granted.slice(3), ended]).toEqual([['other'], ['a export_replaced']]);
    await advance(20);
    expect(ended).toEqual(['a export_replaced']);
  });

  it('ends no export that waits for its first rows', async () => {
    for (const account of ['a', 'b', 'c']) download(account, 100);
    await advance(0);
    download('other', 1);
    await advance(61);
    expect(ended).toEqual(['other too_many_exports']);
  });

  it('does not wait longer than its request', async () => {
    for (const account of ['a', 'b', 'c']) download(account, 10);
    await advance(0);
    const request = new AbortController();
    run('other', () => sleep(1) as Promise<void>, request.signal);
    request.abort({ code: 'disconnected' });
    await advance(20);
    expect([granted, ended[0]]).toEqual([['a', 'b', 'c'], 'other disconnected']);
  });
});
