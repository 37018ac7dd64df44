import type { Item, ItemChange } from '@libs/contract';
import { changedFields, conflictOf, remaining, type Conflict, type Field } from './item-conflict';

/** What the writer works on: the service behind, the screen in front. */
export interface ItemMutations {
  /** @throws whatever the service refuses with; an item that has moved on is `isStale` */
  send(item: Item, change: ItemChange): Promise<Item>;
  read(id: string): Promise<Item>;
  isStale(error: unknown): boolean;
  /** Puts the item on the screen wherever it stands. */
  show(item: Item): void;
}

export type Outcome =
  /**
   * Stored: `item` now, `before` until then, and one and the same where there was nothing to do. `meanwhile` names what
   * somebody else changed in between, none of it touched by this change.
   */
  | {
      readonly kind: 'saved';
      readonly item: Item;
      readonly before: Item;
      readonly meanwhile: readonly Field[];
    }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  /** Not stored; the screen shows again what is. */
  | { readonly kind: 'failed'; readonly error: unknown };

interface Order {
  readonly change: ItemChange;
  readonly settle: (outcome: Outcome) => void;
}

/** The changes of one item, one after the other: each is held against the version its predecessor made. */
interface Line {
  base: Item;
  orders: Order[];
}

/** Somebody may change an item again and again while we try; then it is time to give up. */
const ATTEMPTS = 3;

/** Shows every change at once and writes it behind the screen's back, never over a change nobody here has seen. */
export class ItemWriter {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly desk: ItemMutations) {}

  /** Whether what the screen shows of this item is ahead of what is stored. */
  isBusy = (id: string): boolean => this.lines.has(id);

  write(item: Item, change: ItemChange): Promise<Outcome> {
    return new Promise((settle) => {
      const line = this.lines.get(item.id);
      if (line) {
        line.orders.push({ change, settle });
        this.desk.show(shown(line));
      } else {
        const opened = { base: item, orders: [{ change, settle }] };
        this.lines.set(item.id, opened);
        this.desk.show(shown(opened));
        void this.work(opened);
      }
    });
  }

  private async work(line: Line): Promise<void> {
    while (line.orders[0]) {
      const outcome = await this.attempt(line, line.orders[0].change);
      // What follows a refused change was meant to stand upon it: it is refused, or asked about, together with it.
      const settled = outcome.kind === 'saved' ? line.orders.splice(0, 1) : line.orders.splice(0);
      if (outcome.kind !== 'saved' || !line.orders.length) this.lines.delete(line.base.id);
      this.desk.show(shown(line));
      const result = outcome.kind === 'conflict' ? withAll(outcome.conflict, settled) : outcome;
      settled.forEach(({ settle }) => settle(result));
      if (outcome.kind !== 'saved') return;
    }
  }

  private async attempt(line: Line, change: ItemChange): Promise<Outcome> {
    let meanwhile: readonly Field[] = [];
    try {
      for (let attempt = 1; ; attempt++) {
        const before = line.base;
        const left = remaining(before, change);
        if (!left) return { kind: 'saved', item: before, before, meanwhile };
        try {
          line.base = await this.desk.send(before, left);
          return { kind: 'saved', item: line.base, before, meanwhile };
        } catch (error) {
          if (!this.desk.isStale(error) || attempt === ATTEMPTS) throw error;
          line.base = await this.desk.read(before.id);
          const conflict = conflictOf(before, line.base, change);
          if (conflict) return { kind: 'conflict', conflict };
          meanwhile = [...new Set([...meanwhile, ...changedFields(before, line.base)])];
        }
      }
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}

const shown = ({ base, orders }: Line): Item =>
  orders.reduce<Item>((item, { change }) => ({ ...item, ...change }), base);

const withAll = (conflict: Conflict, orders: readonly Order[]): Outcome => {
  const mine = orders.reduce<ItemChange>((all, { change }) => ({ ...all, ...change }), {});
  const clashes = conflict.clashes.map((clash) => ({ ...clash, mine: mine[clash.field] ?? null }));
  return { kind: 'conflict', conflict: { ...conflict, mine, clashes } };
};
