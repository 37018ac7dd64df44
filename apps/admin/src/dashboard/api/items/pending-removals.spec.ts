import { PendingRemovals, type Removal } from './pending-removals';

describe('PendingRemovals', () => {
  let sent: string[];
  let events: string[];
  let changed: string[];
  let runTimer: () => void;
  let failure: Error | null;
  let removals: PendingRemovals<Removal>;
  const a = { id: 'a', path: 'feedback/a' };
  const b = { id: 'b', path: 'feedback/b' };
  const c = { id: 'c', path: 'feedback/c' };
  const idsOf = (all: readonly Removal[]) => all.map(({ id }) => id).join('');

  beforeEach(() => {
    [sent, events, changed, failure] = [[], [], [], null];
    removals = new PendingRemovals<Removal>({
      batchSize: 2,
      async send(some) {
        sent.push(idsOf(some));
        if (failure) throw failure;
        return some.filter(({ id }) => changed.includes(id));
      },
      onRemoved: (some) => events.push(`removed ${idsOf(some)}`),
      onFailed: (some, error) => events.push(`${error ? 'failed' : 'changed'} ${idsOf(some)}`),
      schedule(run) {
        let waits = true;
        runTimer = () => waits && run();
        return () => (waits = false);
      },
    });
  });
  const hidden = () => [...removals.snapshot().keys()];
  const settled = () => new Promise<void>((done) => setImmediate(done));

  it('hides immediately and sends after the delay', async () => {
    removals.add([a, b]);
    expect(hidden()).toEqual(['a', 'b']);
    expect(sent).toEqual([]);
    runTimer();
    expect(sent).toEqual(['ab']);
    expect(hidden()).toEqual(['a', 'b']);
    await settled();
    expect(events).toEqual(['removed ab']);
    expect(hidden()).toEqual([]);
  });

  it('sends one batch at a time and stops after a failure', async () => {
    removals.add([a, b, c]);
    runTimer();
    expect(sent).toEqual(['ab']);
    expect(removals.size).toBe(1);
    await settled();
    expect(sent).toEqual(['ab', 'c']);
    expect(events).toEqual(['removed ab', 'removed c']);
    [sent, events, failure] = [[], [], new Error('offline')];
    removals.add([a, b, c]);
    runTimer();
    await settled();
    expect(sent).toEqual(['ab']);
    expect(events).toEqual(['failed abc']);
    expect(hidden()).toEqual([]);
  });

  it('sends the rest immediately if the page closes between two batches', async () => {
    removals.add([a, b, c]);
    runTimer();
    void removals.sendNow(true);
    await settled();
    expect(sent).toEqual(['ab', 'c']);
    expect(hidden()).toEqual([]);
  });

  it('shows items again that someone has changed', async () => {
    changed = ['a'];
    removals.add([a, b]);
    runTimer();
    await settled();
    expect(events).toEqual(['removed b', 'changed a']);
    expect(hidden()).toEqual([]);
  });

  it('sends nothing after undo', () => {
    expect(removals.add([a, b])()).toBe(true);
    expect(hidden()).toEqual([]);
    runTimer();
    void removals.sendNow(true);
    expect(sent).toEqual([]);
  });

  it('restores only unsent items after a late undo, and returns false', async () => {
    const undo = removals.add([a, b, c]);
    runTimer();
    expect(undo()).toBe(false);
    await settled();
    expect([sent, hidden()]).toEqual([['ab'], []]);
    expect(undo()).toBe(false);
  });

  it('sends all waiting items on request, and resolves when they are sent', async () => {
    removals.add([a, b, c]);
    await removals.sendNow(false);
    runTimer();
    expect(sent).toEqual(['ab', 'c']);
    expect(events).toEqual(['removed ab', 'removed c']);
  });

  it('sends waiting items once when the page closes', async () => {
    const undo = removals.add([a]);
    void removals.sendNow(true);
    runTimer();
    undo();
    expect(sent).toEqual(['a']);
    expect(hidden()).toEqual(['a']);
    await settled();
    expect(hidden()).toEqual([]);
  });

  it('shows items again if the removal fails', async () => {
    failure = new Error('offline');
    removals.add([a]);
    runTimer();
    await settled();
    expect(events).toEqual(['failed a']);
    expect(hidden()).toEqual([]);
  });

  it('sends each item once', () => {
    removals.add([a]);
    removals.add([a, b]);
    removals.add([c]);
    void removals.sendNow(true);
    expect(sent).toEqual(['ab', 'c']);
  });

  it('notifies listeners, with a new snapshot for each change only', () => {
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
