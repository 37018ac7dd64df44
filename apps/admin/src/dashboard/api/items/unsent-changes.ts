import type { Item, ItemChange } from '@libs/contract';
import { ApiError } from '../requests/client';
import { connection } from '../requests/connection';

type Send = (item: Item, change: ItemChange) => void;

interface UnsentChange {
  /** The item at the first of these changes, so that changes by others in the meantime are not overwritten. */
  readonly item: Item;
  readonly change: ItemChange;
}

/** The service was unreachable or is restarting behind a proxy. Its own errors are excluded: they may be permanent. */
export const isServiceUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status > 501);

/**
 * Changes that failed because the service was unavailable. Each is retried once when the service is back. Only once: a
 * proxy may serve everything but changes.
 */
export class UnsentChanges {
  private unsentById = new Map<string, UnsentChange>();
  private readonly retried = new WeakSet<ItemChange>();

  constructor(private readonly send: Send) {
    connection.subscribe(() => connection.snapshot() === 'fine' && this.sendAll());
  }

  /** Ignores a change that was already retried. */
  add(item: Item, change: ItemChange): void {
    if (this.retried.has(change)) return;
    const unsent = this.unsentById.get(item.id);
    this.unsentById.set(item.id, { item: unsent?.item ?? item, change: { ...unsent?.change, ...change } });
  }

  /** Drops fields that were changed again or reverted. */
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
      this.retried.add(change);
      this.send(item, change);
    }
  }
}
