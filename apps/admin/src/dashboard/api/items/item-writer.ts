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

interface QueuedChange {
  readonly change: ItemChange;
  readonly settle: (outcome: WriteOutcome) => void;
}

/** The changes of one item, in order. Each expects the version that the previous one created. */
interface ChangeQueue {
  base: Item;
  changes: QueuedChange[];
}

/** Attempts before giving up on an item that others keep changing. */
const ATTEMPTS = 3;

/** Shows each change immediately and saves it in the background. Never overwrites a change that was not on screen. */
export class ItemWriter {
  private readonly queues = new Map<string, ChangeQueue>();

  constructor(private readonly handlers: WriteHandlers) {}

  /** True if the screen shows changes of this item that are not stored yet. */
  isBusy = (id: string): boolean => this.queues.has(id);

  write(item: Item, change: ItemChange): Promise<WriteOutcome> {
    return new Promise((settle) => {
      const queue = this.queues.get(item.id);
      if (queue) {
        queue.changes.push({ change, settle });
        this.handlers.show(withPendingChanges(queue));
      } else {
        const newQueue = { base: item, changes: [{ change, settle }] };
        this.queues.set(item.id, newQueue);
        this.handlers.show(withPendingChanges(newQueue));
        void this.processQueue(newQueue);
      }
    });
  }

  private async processQueue(queue: ChangeQueue): Promise<void> {
    while (queue.changes[0]) {
      const outcome = await this.tryChange(queue, queue.changes[0].change);
      // Later changes build on this one, so they fail, or wait for the user's decision, together with it.
      const settledChanges = outcome.kind === 'saved' ? queue.changes.splice(0, 1) : queue.changes.splice(0);
      if (outcome.kind !== 'saved' || !queue.changes.length) this.queues.delete(queue.base.id);
      this.handlers.show(withPendingChanges(queue));
      const result = outcome.kind === 'conflict' ? withAllChanges(outcome.conflict, settledChanges) : outcome;
      settledChanges.forEach(({ settle }) => settle(result));
      if (outcome.kind !== 'saved') return;
    }
  }

  private async tryChange(queue: ChangeQueue, change: ItemChange): Promise<WriteOutcome> {
    let changedByOthers: readonly EditableField[] = [];
    try {
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
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}

const withPendingChanges = ({ base, changes }: ChangeQueue): Item =>
  changes.reduce<Item>((item, { change }) => ({ ...item, ...change }), base);

const withAllChanges = (conflict: Conflict, changes: readonly QueuedChange[]): WriteOutcome => {
  const mine = changes.reduce<ItemChange>((all, { change }) => ({ ...all, ...change }), {});
  const fields = conflict.fields.map((fieldConflict) => ({
    ...fieldConflict,
    mine: mine[fieldConflict.field] ?? null,
  }));
  return { kind: 'conflict', conflict: { ...conflict, mine, fields } };
};
