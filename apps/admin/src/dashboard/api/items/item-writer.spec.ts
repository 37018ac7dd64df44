import type { Item, ItemChange } from '@libs/contract';
import { USUAL_VALUES } from '@libs/feedback';
import { ItemWriter } from './item-writer';

/** A service with one item that checks versions as the real one does. */
class FakeHandlers {
  stored: Item;
  readonly screen: Item[] = [];
  readonly sent: ItemChange[] = [];
  failure: Error | null = null;
  /** A change by someone else, just before the next change arrives. */
  beforeSend: (() => void) | null = null;

  constructor(item: Item) {
    this.stored = item;
  }

  read = async () => this.stored;
  show = (item: Item) => void this.screen.push(item);
  isStale = (error: unknown) => (error as Error).message === 'stale';

  async send(item: Item, change: ItemChange): Promise<Item> {
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

const item: Item = {
  id: 'a',
  title: 'Dark mode',
  description: null,
  submitter_email: null,
  status: 'new',
  source: 'form',
  created_at: '2026-03-03T10:00:00.000Z',
  updated_at: '2026-03-03T10:00:00.000Z',
  ...USUAL_VALUES,
  version: 1,
};

describe('ItemWriter', () => {
  let handlers: FakeHandlers;
  let writer: ItemWriter;
  beforeEach(() => {
    handlers = new FakeHandlers(item);
    writer = new ItemWriter(handlers);
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
    handlers.failure = new Error('offline');
    const outcomes = [writer.write(item, { status: 'planned' }), writer.write(item, { title: 'Night' })];
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toEqual({ kind: 'failed', error: handlers.failure });
    }
    expect(handlers.screen.at(-1)).toEqual(item);
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

  it('overwrites the other change after the user has decided', async () => {
    handlers.beforeSend = () => handlers.change({ status: 'planned' });
    await writer.write(item, { status: 'declined' });
    await writer.write(handlers.stored, { status: 'declined' });
    expect(handlers.stored).toMatchObject({ status: 'declined', version: 3 });
  });
});
