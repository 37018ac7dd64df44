import { PendingRemovals, type Removal } from './pending-removals';

describe('PendingRemovals', () => {
  let sent: [id: string, leaving: boolean][];
  let told: string[];
  let lapse: () => void;
  let failure: Error | null;
  let removals: PendingRemovals<Removal>;
  const a = { id: 'a', path: 'feedback/a' };
  const b = { id: 'b', path: 'feedback/b' };

  beforeEach(() => {
    [sent, told, failure] = [[], [], null];
    removals = new PendingRemovals<Removal>({
      async send({ id }, leaving) {
        sent.push([id, leaving]);
        if (failure) throw failure;
      },
      onRemoved: ({ id }) => told.push(`removed ${id}`),
      onFailed: ({ id }) => told.push(`failed ${id}`),
      later(run) {
        let waits = true;
        lapse = () => waits && run();
        return () => (waits = false);
      },
    });
  });
  const hidden = () => [...removals.snapshot().keys()];
  const settled = () => new Promise<void>((done) => setImmediate(done));

  it('hides at once and sends when the moment has passed', async () => {
    removals.add([a, b]);
    expect(hidden()).toEqual(['a', 'b']);
    expect(sent).toEqual([]);
    lapse();
    expect(sent).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(hidden()).toEqual(['a', 'b']);
    await settled();
    expect(told).toEqual(['removed a', 'removed b']);
    expect(hidden()).toEqual([]);
  });

  it('undone, sends nothing', () => {
    removals.add([a, b])();
    expect(hidden()).toEqual([]);
    lapse();
    removals.leave();
    expect(sent).toEqual([]);
  });

  it('sends what waits when the page is left, once', async () => {
    const undo = removals.add([a]);
    removals.leave();
    lapse();
    undo();
    expect(sent).toEqual([['a', true]]);
    expect(hidden()).toEqual(['a']);
    await settled();
    expect(hidden()).toEqual([]);
  });

  it('shows again what could not be removed', async () => {
    failure = new Error('offline');
    removals.add([a]);
    lapse();
    await settled();
    expect(told).toEqual(['failed a']);
    expect(hidden()).toEqual([]);
  });

  it('removes nothing twice', () => {
    removals.add([a]);
    removals.add([a, b]);
    removals.leave();
    expect(sent).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('tells its listeners, with a snapshot that can be compared', () => {
    const seen: unknown[] = [];
    const stop = removals.subscribe(() => seen.push(removals.snapshot()));
    const undo = removals.add([a]);
    stop();
    undo();
    expect(seen).toHaveLength(1);
    expect(removals.snapshot()).not.toBe(seen[0]);
    expect(removals.snapshot()).toBe(removals.snapshot());
  });
});
