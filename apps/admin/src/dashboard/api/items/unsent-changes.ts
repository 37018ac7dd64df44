import type { Item, ItemChange } from '@libs/contract';
import { ApiError } from '../client';
import { connection } from '../connection';

type Send = (item: Item, change: ItemChange) => void;

interface UnsentChange {
  /** As it was when the first of the changes was made: nothing that others store in the meantime is overwritten. */
  readonly item: Item;
  readonly change: ItemChange;
}

/** The service could not be reached, or is restarting behind a proxy. An error of its own may repeat for ever. */
export const isServiceUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status > 501);

/**
 * Changes that failed because the service was away. Each is sent again, once, when the service is back: a proxy may
 * answer everything but a change.
 */
export class UnsentChanges {
  private unsentById = new Map<string, UnsentChange>();
  private readonly resent = new WeakSet<ItemChange>();

  constructor(private readonly send: Send) {
    connection.subscribe(() => connection.snapshot() === 'fine' && this.sendAll());
  }

  /** Does nothing with a change that was sent again. */
  add(item: Item, change: ItemChange): void {
    if (this.resent.has(change)) return;
    const unsent = this.unsentById.get(item.id);
    this.unsentById.set(item.id, { item: unsent?.item ?? item, change: { ...unsent?.change, ...change } });
  }

  /** These fields were changed anew, or taken back. */
  discard(id: string, fields: readonly string[]): void {
    const unsent = this.unsentById.get(id);
    if (!unsent) return;
    const remaining = Object.entries(unsent.change).filter(([field]) => !fields.includes(field));
    if (remaining.length > 0) this.unsentById.set(id, { ...unsent, change: Object.fromEntries(remaining) });
    else this.unsentById.delete(id);
  }

  private sendAll(): void {
    const all = this.unsentById;
    this.unsentById = new Map();
    for (const { item, change } of all.values()) {
      this.resent.add(change);
      this.send(item, change);
    }
  }
}
