import { Store } from '../../../ui/store';

/** Something that is hidden and can still be restored. */
export interface Removal {
  readonly id: string;
  /** Path below `/app/api/`. */
  readonly path: string;
  /** The version that is removed; absent if the resource has none. */
  readonly version?: number;
}

interface RemovalHandlers<R extends Removal> {
  /**
   * Sends at most `batchSize` of them, with requests that outlive the page: it can close meanwhile. Returns those that
   * were skipped because someone changed them.
   */
  send(removals: readonly R[]): Promise<readonly R[]>;
  onRemoved(removals: readonly R[]): void;
  /** `error` is null if someone changed them. */
  onFailed(removals: readonly R[], error: unknown): void;
  readonly batchSize: number;
  /** Runs a function once after a delay; returns a function that cancels it. */
  schedule(run: () => void): () => void;
}

/** Removals that can be undone for a few seconds: hidden immediately, sent after the delay or when the page closes. */
export class PendingRemovals<R extends Removal> {
  private pending = new Map<string, { removal: R; cancel: () => void }>();
  /** A new object with every change, so that it can be compared by identity. */
  private readonly hidden = new Store<ReadonlyMap<string, R>>(new Map());

  constructor(private readonly handlers: RemovalHandlers<R>) {}

  /** Everything hidden: waiting or being sent. */
  snapshot = this.hidden.get;
  subscribe = this.hidden.subscribe;

  isHidden = (id: string): boolean => this.hidden.get().has(id);

  /** Number of removals not yet sent. */
  get size(): number {
    return this.pending.size;
  }

  /** Hides them. Returns a function that restores those not yet sent; its result is true if that was all of them. */
  add(removals: readonly R[]): () => boolean {
    const added = removals.filter(({ id }) => !this.hidden.get().has(id));
    const cancel = this.handlers.schedule(() => void this.send(added, false));
    for (const removal of added) this.pending.set(removal.id, { removal, cancel });
    this.publish((hidden) => added.forEach((removal) => hidden.set(removal.id, removal)));
    return () => {
      cancel();
      const restored = this.takePending(added);
      this.unhide(restored);
      return restored.length === added.length;
    };
  }

  /** Sends all waiting removals immediately. */
  async sendNow(leaving: boolean): Promise<void> {
    const pending = [...this.pending.values()];
    pending.forEach(({ cancel }) => cancel());
    await this.send(
      pending.map(({ removal }) => removal),
      leaving,
    );
  }

  /**
   * One batch at a time, or all together if the page is closing. Stops at the first batch that fails. A removal counts as
   * waiting until its batch is sent, because the page can close before.
   */
  private async send(removals: readonly R[], leaving: boolean): Promise<void> {
    for (let at = 0; at < removals.length; at += this.handlers.batchSize) {
      const sent = this.sendBatch(
        this.takePending(removals.slice(at, at + this.handlers.batchSize)),
        removals,
      );
      if (!leaving) await sent;
    }
  }

  /** @param all the removals of the same request; those still waiting fail, too */
  private async sendBatch(batch: readonly R[], all: readonly R[]): Promise<void> {
    if (!batch.length) return;
    try {
      const changed = await this.handlers.send(batch);
      this.handlers.onRemoved(batch.filter((removal) => !changed.includes(removal)));
      if (changed.length) this.handlers.onFailed(changed, null);
      this.unhide(batch);
    } catch (error) {
      const failed = [...batch, ...this.takePending(all)];
      this.handlers.onFailed(failed, error);
      this.unhide(failed);
    }
  }

  /** Takes those that are waiting out of the queue. */
  private takePending(removals: readonly R[]): readonly R[] {
    return removals.filter(({ id }) => this.pending.delete(id));
  }

  private unhide(removals: readonly R[]): void {
    this.publish((hidden) => removals.forEach(({ id }) => hidden.delete(id)));
  }

  private publish(change: (hidden: Map<string, R>) => void): void {
    const next = new Map(this.hidden.get());
    change(next);
    this.hidden.set(next);
  }
}
