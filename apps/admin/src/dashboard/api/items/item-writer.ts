import type { Item, ItemChange } from '@libs/contract';
import {
  changedFields,
  findConflict,
  remainingChange,
  type Conflict,
  type EditableField,
} from './item-conflict';

/** The service and the screen that the writer works on. */
interface WriteHandlers {
  /** @throws the service's error; `isStale` is true for a version conflict */
  send(item: Item, change: ItemChange): Promise<Item>;
  read(id: string): Promise<Item>;
  isStale(error: unknown): boolean;
  /** Updates the item wherever it is displayed. */
  show(item: Item): void;
}

export type WriteOutcome =
  /**
   * Stored: `item` is the new version, `before` the previous one; they are the same object if nothing changed.
   * `changedByOthers` names fields that someone else changed in between; this change doesn't touch them.
   */
  | {
      readonly kind: 'saved';
      readonly item: Item;
      readonly before: Item;
      readonly changedByOthers: readonly EditableField[];
    }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  /** Not stored; the screen shows the stored item again. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** A change that was stored. */
export interface StoredChange {
  /** What was stored before. */
  readonly before: Item;
  readonly item: Item;
}

interface QueuedChange {
  /** What changes on the screen. */
  readonly shown: Partial<Item>;
  /** What is sent to change this item alone. Absent for a part of a batch. */
  readonly change?: ItemChange;
  /** Stores it, and updates the base of the queue. */
  store(queue: ChangeQueue): Promise<WriteOutcome>;
  settle(outcome: WriteOutcome): void;
}

/** The changes of one item, in order. Each expects the version that the previous one created. */
interface ChangeQueue {
  base: Item;
  changes: readonly QueuedChange[];
  /** See `afterChanges`. */
  result?: Promise<Item | null>;
}

/** Attempts before giving up on an item that others keep changing. */
const ATTEMPTS = 3;

/** Shows each change immediately and saves it in the background. A change of one item never overwrites what was not on screen. */
export class ItemWriter {
  private readonly queues = new Map<string, ChangeQueue>();

  constructor(private readonly handlers: WriteHandlers) {}

  /** True if the screen shows changes of this item that are not stored yet. */
  isBusy = (id: string): boolean => this.queues.has(id);

  /** True if no change waits or is being stored. */
  get isIdle(): boolean {
    return this.queues.size === 0;
  }

  /** Resolves when all changes are stored, or have failed. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.all([...this.queues.values()].map(async ({ result }) => result));
  }

  /** The fields that pending changes of an item set. */
  pendingFields(id: string): ReadonlySet<string> {
    return new Set(this.queues.get(id)?.changes.flatMap(({ shown }) => Object.keys(shown)));
  }

  /** Resolves with the item after its pending changes; null if others have changed it, too. Undefined if there are none. */
  afterChanges(id: string): Promise<Item | null> | undefined {
    return this.queues.get(id)?.result;
  }

  write(item: Item, change: ItemChange): Promise<WriteOutcome> {
    return this.enqueue(item, { shown: change, change, store: (queue) => this.storeChange(queue, change) });
  }

  /**
   * Makes a change of several items, which is stored in one request: after earlier changes of each of them, and before later
   * ones.
   * @param changes what changes on the screen, for each item
   * @param store sends the request; returns the stored items, without those that were deleted by someone else
   * @throws what `store` throws
   */
  async writeBatch(
    changes: ReadonlyMap<Item, Partial<Item>>,
    store: () => Promise<readonly Item[]>,
  ): Promise<readonly StoredChange[]> {
    if (!changes.size) return [];
    const before = new Map<string, Item>();
    let notReady = changes.size;
    let start = () => {};
    const response = new Promise<void>((resolve) => (start = resolve)).then(store);
    const settled = [...changes].map(([item, shown]) =>
      this.enqueue(item, {
        shown,
        store: async (queue) => {
          if (--notReady === 0) start();
          const after = (await response).find(({ id }) => id === item.id);
          const { base } = queue;
          if (!after) return { kind: 'saved', item: base, before: base, changedByOthers: [] };
          before.set(item.id, base);
          queue.base = after;
          // A batch has no precondition, so it can return changes by others that are not on the screen.
          const conflict = findConflict({ ...base, ...shown }, after, changeOf(queue.changes));
          if (conflict) return { kind: 'conflict', conflict };
          return { kind: 'saved', item: after, before: base, changedByOthers: [] };
        },
      }),
    );
    await Promise.all(settled);
    return (await response).map((after) => ({ before: before.get(after.id)!, item: after }));
  }

  private enqueue(item: Item, change: Omit<QueuedChange, 'settle'>): Promise<WriteOutcome> {
    return new Promise((settle) => {
      const existing = this.queues.get(item.id);
      const queue: ChangeQueue = existing ?? { base: item, changes: [] };
      queue.changes = [...queue.changes, { ...change, settle }];
      this.queues.set(item.id, queue);
      this.handlers.show(withPendingChanges(queue));
      if (!existing) queue.result = this.processQueue(queue);
    });
  }

  private async processQueue(queue: ChangeQueue): Promise<Item | null> {
    let isOwn = true;
    while (queue.changes[0]) {
      const current = queue.changes[0];
      const { version } = queue.base;
      const outcome = await current
        .store(queue)
        .catch((error: unknown): WriteOutcome => ({ kind: 'failed', error }));
      // Each change raises the version by one.
      isOwn &&= queue.base.version <= version + (outcome.kind === 'saved' ? 1 : 0);
      // Later changes of this item alone build on it, so they fail, or wait for the user's decision, together with it. A
      // batch that failed has changed nothing.
      const endsOthers = outcome.kind === 'conflict' || (outcome.kind === 'failed' && current.change);
      const isSettled = (queued: QueuedChange) =>
        queued === current || (endsOthers && queued.change !== undefined);
      const settled = queue.changes.filter(isSettled);
      queue.changes = queue.changes.filter((queued) => !isSettled(queued));
      if (!queue.changes.length) this.queues.delete(queue.base.id);
      this.handlers.show(withPendingChanges(queue));
      const result = outcome.kind === 'conflict' ? withAllChanges(outcome.conflict, settled) : outcome;
      settled.forEach(({ settle }) => settle(result));
    }
    return isOwn ? queue.base : null;
  }

  private async storeChange(queue: ChangeQueue, change: ItemChange): Promise<WriteOutcome> {
    let changedByOthers: readonly EditableField[] = [];
    for (let attempt = 1; ; attempt++) {
      const before = queue.base;
      const remaining = remainingChange(before, change);
      if (!remaining) return { kind: 'saved', item: before, before, changedByOthers };
      try {
        queue.base = await this.handlers.send(before, remaining);
        return { kind: 'saved', item: queue.base, before, changedByOthers };
      } catch (error) {
        if (!this.handlers.isStale(error) || attempt === ATTEMPTS) throw error;
        queue.base = await this.handlers.read(before.id);
        const conflict = findConflict(before, queue.base, change);
        if (conflict) return { kind: 'conflict', conflict };
        changedByOthers = [...new Set([...changedByOthers, ...changedFields(before, queue.base)])];
      }
    }
  }
}

const withPendingChanges = ({ base, changes }: ChangeQueue): Item =>
  changes.reduce<Item>((item, { shown }) => ({ ...item, ...shown }), base);

/** All changes of this item alone. */
const changeOf = (changes: readonly QueuedChange[]): ItemChange =>
  changes.reduce<ItemChange>((all, { change }) => ({ ...all, ...change }), {});

const withAllChanges = (conflict: Conflict, changes: readonly QueuedChange[]): WriteOutcome => {
  const mine = changeOf(changes);
  const fields = conflict.fields.map((fieldConflict) => ({
    ...fieldConflict,
    mine: mine[fieldConflict.field] ?? null,
  }));
  return { kind: 'conflict', conflict: { ...conflict, mine, fields } };
};
