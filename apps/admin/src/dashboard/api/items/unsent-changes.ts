import type { Item, ItemChange } from '@libs/contract';
import { ApiError } from '../client';
import { connection } from '../connection';

type Send = (item: Item, change: ItemChange) => void;

interface Unsent {
  /** As it was when the first of the changes was made: nothing that others store in the meantime is overwritten. */
  readonly item: Item;
  readonly change: ItemChange;
}

/** The service could not be reached, or is restarting behind a proxy. An error of its own may repeat for ever. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status > 501);

/**
 * Changes that failed because the service was away. Each is sent again, once, when the service is back: a proxy may
 * answer everything but a change.
 */
export class UnsentChanges {
  private byId = new Map<string, Unsent>();
  private readonly resent = new WeakSet<ItemChange>();

  constructor(private readonly send: Send) {
    connection.subscribe(() => connection.snapshot() === 'fine' && this.sendAll());
  }

  /** Does nothing with a change that was sent again. */
  keep(item: Item, change: ItemChange): void {
    if (this.resent.has(change)) return;
    const before = this.byId.get(item.id);
    this.byId.set(item.id, { item: before?.item ?? item, change: { ...before?.change, ...change } });
  }

  /** These fields were changed anew, or taken back. */
  forget(id: string, fields: readonly string[]): void {
    const unsent = this.byId.get(id);
    if (!unsent) return;
    const left = Object.entries(unsent.change).filter(([field]) => !fields.includes(field));
    if (left.length > 0) this.byId.set(id, { ...unsent, change: Object.fromEntries(left) });
    else this.byId.delete(id);
  }

  private sendAll(): void {
    const all = this.byId;
    this.byId = new Map();
    for (const { item, change } of all.values()) {
      this.resent.add(change);
      this.send(item, change);
    }
  }
}
