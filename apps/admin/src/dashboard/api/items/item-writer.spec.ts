import type { Item, ItemChange } from '@libs/contract';
import { item as itemFor } from '../../../../testing/items';
import { ItemWriter } from './item-writer';

/** A service with one item that checks versions as the real one does. */
class FakeHandlers {
  stored: Item;
  readonly screen: Item[] = [];
  readonly sent: ItemChange[] = [];
  failure: Error | null = null;
  /** Requests wait for it. */
  held: Promise<void> | undefined;
  /** A change by someone else, just before the next change arrives. */
  beforeSend: (() => void) | null = null;

  constructor(item: Item) {
    this.stored = item;
  }

  read = async () => this.stored;
  show = (item: Item) => void this.screen.push(item);
  isStale = (error: unknown) => (error as Error).message === 'stale';

  async send(item: Item, change: ItemChange): Promise<Item> {
    if (this.held) await this.held;
    this.beforeSend?.();
    this.beforeSend = null;
    if (this.failure) throw this.failure;
    if (item.version !== this.stored.version) throw new Error('stale');
    this.sent.push(change);
    return this.change(change);
  }

  change(change: ItemChange): Item {
    return (this.stored = { ...this.stored, ...change, version: this.stored.version + 1 });
  }
}

const item = itemFor('a', { title: 'Dark mode' });

describe('ItemWriter', () => {
  let handlers: FakeHandlers;
  let writer: ItemWriter;
  beforeEach(() => {
    handlers = new FakeHandlers(item);
    writer = new ItemWriter(handlers);
  });

  it('is idle when all changes are stored or have failed, with those that began meanwhile', async () => {
    expect(writer.isIdle).toBe(true);
    const outcomes = [writer.write(item, { status: 'planned' })];
    expect(writer.isIdle).toBe(false);
    const idle = writer.idle();
    void outcomes[0]!.then(() => {
      handlers.failure = new Error('offline');
      outcomes.push(writer.write(handlers.stored, { status: 'shipped' }));
    });
    await idle;
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['saved', 'failed']);
    expect(writer.isIdle).toBe(true);
  });

  it('shows a change immediately, and the stored item afterwards', async () => {
    const outcome = writer.write(item, { status: 'planned' });
    expect(handlers.screen).toEqual([{ ...item, status: 'planned' }]);
    expect(writer.isBusy('a')).toBe(true);
    expect(await outcome).toEqual({
      kind: 'saved',
      item: { ...item, status: 'planned', version: 2 },
      before: item,
      changedByOthers: [],
    });
    expect(handlers.screen.at(-1)).toEqual(handlers.stored);
    expect(writer.isBusy('a')).toBe(false);
  });

  it('bases a second quick change on the version of the first', async () => {
    const outcomes = [writer.write(item, { status: 'planned' }), writer.write(item, { status: 'shipped' })];
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['saved', 'saved']);
    expect(handlers.stored).toMatchObject({ status: 'shipped', version: 3 });
    // The screen never reverted while the first change was pending.
    expect(handlers.screen.map(({ status }) => status)).toEqual(['planned', 'shipped', 'shipped', 'shipped']);
  });

  it('reverts a failed change and the changes based on it', async () => {
    const error = new Error('offline');
    handlers.beforeSend = () => {
      handlers.beforeSend = null;
      throw error;
    };
    const outcomes = [writer.write(item, { status: 'planned' }), writer.write(item, { title: 'Night' })];
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toEqual({ kind: 'failed', error });
    expect([handlers.screen.at(-1), handlers.sent]).toEqual([item, []]);
  });

  it('reports a conflict instead of overwriting a change by someone else', async () => {
    handlers.beforeSend = () => handlers.change({ status: 'planned' });
    expect(await writer.write(item, { status: 'declined' })).toMatchObject({
      kind: 'conflict',
      conflict: {
        theirs: { status: 'planned', version: 2 },
        mine: { status: 'declined' },
        fields: [{ field: 'status', theirs: 'planned', mine: 'declined' }],
      },
    });
    expect(handlers.sent).toEqual([]);
    expect(handlers.screen.at(-1)?.status).toBe('planned');
  });

  it('includes later changes in an unresolved conflict', async () => {
    handlers.beforeSend = () => handlers.change({ status: 'planned' });
    const outcomes = [writer.write(item, { status: 'declined' }), writer.write(item, { status: 'shipped' })];
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toMatchObject({
        conflict: { mine: { status: 'shipped' }, fields: [{ mine: 'shipped' }] },
      });
    }
    expect(handlers.stored.status).toBe('planned');
  });

  it('saves a change of other fields and reports what others changed', async () => {
    handlers.beforeSend = () => handlers.change({ title: 'Night mode' });
    expect(await writer.write(item, { status: 'planned' })).toMatchObject({
      kind: 'saved',
      before: { title: 'Night mode', status: 'new', version: 2 },
      changedByOthers: ['title'],
    });
    expect(handlers.stored).toMatchObject({ title: 'Night mode', status: 'planned' });
  });

  it('sends nothing if someone else made the same change', async () => {
    handlers.beforeSend = () => handlers.change({ status: 'planned' });
    expect(await writer.write(item, { status: 'planned' })).toMatchObject({ kind: 'saved' });
    expect(handlers.sent).toEqual([]);
  });

  it('sends nothing if nothing changes', async () => {
    expect(await writer.write(item, { status: 'new', title: 'Dark mode' })).toMatchObject({
      kind: 'saved',
      item,
      before: item,
    });
    expect(handlers.sent).toEqual([]);
  });

  it('tells which version follows from the changes on the screen', async () => {
    void writer.write(item, { status: 'planned' });
    const first = writer.afterChanges('a');
    void writer.write(item, { status: 'shipped' });
    expect(await first).toMatchObject({ status: 'shipped', version: 3 });
    expect(writer.afterChanges('a')).toBeUndefined();

    handlers.beforeSend = () => handlers.change({ title: 'Night mode' });
    void writer.write(handlers.stored, { status: 'new' });
    expect(await writer.afterChanges('a')).toBeNull();
    handlers.beforeSend = () => handlers.change({ tags: ['ux'] } as ItemChange);
    void writer.write(handlers.stored, { status: 'declined' });
    expect(await writer.afterChanges('a')).toBeNull();
    handlers.failure = new Error('offline');
    void writer.write(handlers.stored, { status: 'planned' });
    expect(await writer.afterChanges('a')).toBe(handlers.stored);
  });

  it('knows the fields of changes that wait', async () => {
    expect(writer.pendingFields('a')).toEqual(new Set());
    const changes = [writer.write(item, { status: 'planned' }), writer.write(item, { title: 'Night' })];
    expect(writer.pendingFields('a')).toEqual(new Set(['status', 'title']));
    await changes[0];
    expect(writer.pendingFields('a')).toEqual(new Set(['title']));
    await changes[1];
  });

  it('overwrites the other change after the user has decided', async () => {
    handlers.beforeSend = () => handlers.change({ status: 'planned' });
    await writer.write(item, { status: 'declined' });
    await writer.write(handlers.stored, { status: 'declined' });
    expect(handlers.stored).toMatchObject({ status: 'declined', version: 3 });
  });

  describe('a batch', () => {
    const other: Item = { ...item, id: 'b' };
    const planned = { status: 'planned' } as const;
    const both = new Map([item, other].map((each) => [each, planned] as const));
    let requests: number;
    /** Stores the change of `item` on the fake service, whatever its version, and that of `other`. */
    const store = async () => (requests++, [handlers.change(planned), { ...other, ...planned }]);
    const shownOf = (id: string) => handlers.screen.filter((shown) => shown.id === id).at(-1);
    const turn = () => new Promise((next) => setImmediate(next));
    beforeEach(() => (requests = 0));

    it('is shown immediately, and sent after earlier changes of its items', async () => {
      let release = () => {};
      handlers.held = new Promise((resolve) => (release = resolve));
      const first = writer.write(item, { status: 'declined' });
      const batch = writer.writeBatch(both, store);
      await turn();
      expect([shownOf('a'), shownOf('b')]).toMatchObject([planned, planned]);
      expect([writer.isBusy('a'), writer.isBusy('b'), requests]).toEqual([true, true, 0]);
      release();
      expect(await first).toMatchObject({ kind: 'saved', item: { status: 'declined', version: 2 } });
      expect(await batch).toMatchObject([
        { before: { status: 'declined', version: 2 }, item: { status: 'planned', version: 3 } },
        { before: other, item: { id: 'b' } },
      ]);
      expect(shownOf('a')).toBe(handlers.stored);
      expect([writer.isBusy('a'), writer.isBusy('b')]).toEqual([false, false]);
    });

    it('is the base of later changes', async () => {
      const batch = writer.writeBatch(both, store);
      const later = writer.write({ ...item, ...planned }, { status: 'shipped' });
      expect(await later).toMatchObject({ kind: 'saved', before: { status: 'planned', version: 2 } });
      expect(await batch).toHaveLength(2);
      expect(handlers.stored).toMatchObject({ status: 'shipped', version: 3 });
    });

    it('does not let a later change overwrite what someone else has changed before it', async () => {
      const batch = writer.writeBatch(both, async () => (handlers.change({ title: 'Theirs' }), store()));
      const later = writer.write({ ...item, ...planned }, { title: 'Mine' });
      const version = writer.afterChanges('a');
      expect(await later).toMatchObject({
        kind: 'conflict',
        conflict: { mine: { title: 'Mine' }, fields: [{ field: 'title', theirs: 'Theirs', mine: 'Mine' }] },
      });
      expect(await batch).toHaveLength(2);
      expect(await version).toBeNull();
      expect(handlers.stored.title).toBe('Theirs');
    });

    it('follows another one that has the same items in another order', async () => {
      const order: string[] = [];
      let respond = () => {};
      const response = new Promise<void>((resolve) => (respond = resolve));
      const first = writer.writeBatch(both, async () => (order.push('first'), await response, []));
      const second = writer.writeBatch(new Map([...both].reverse()), async () => (order.push('second'), []));
      await turn();
      expect(order).toEqual(['first']);
      respond();
      await Promise.all([first, second]);
      expect(order).toEqual(['first', 'second']);
    });

    it('shows the stored items again if it fails, and stores later changes', async () => {
      const failure = new Error('offline');
      const batch = writer.writeBatch(both, () => Promise.reject(failure));
      const later = writer.write({ ...item, ...planned }, { title: 'Night' });
      await expect(batch).rejects.toBe(failure);
      expect(await later).toMatchObject({ kind: 'saved', item: { title: 'Night', status: 'new' } });
      expect([shownOf('a'), shownOf('b')]).toEqual([handlers.stored, other]);
    });

    it('is stored although changes before and after it fail', async () => {
      handlers.failure = new Error('offline');
      const changes = [writer.write(item, { status: 'declined' })];
      const batch = writer.writeBatch(both, store);
      changes.push(writer.write({ ...item, ...planned }, { title: 'Night' }));
      const kinds = (await Promise.all(changes)).map(({ kind }) => kind);
      expect([kinds, await batch]).toMatchObject([
        ['failed', 'failed'],
        [{ before: item }, { before: other }],
      ]);
      expect(shownOf('a')).toBe(handlers.stored);
    });

    it('returns no item that was deleted, and nothing without items', async () => {
      const batch = writer.writeBatch(both, async () => [{ ...other, ...planned }]);
      expect(await batch).toEqual([{ before: other, item: { ...other, ...planned } }]);
      expect(await writer.writeBatch(new Map(), store)).toEqual([]);
      expect([writer.isBusy('a'), requests]).toEqual([false, 0]);
    });
  });
});
