/** Something that has left the screen and may still come back. */
export interface Removal {
  readonly id: string;
  /** Below `/app/api/`. */
  readonly path: string;
  /** The version it had on the screen; absent where there are none. */
  readonly version?: number;
}

interface RemovalHandlers<R extends Removal> {
  /**
   * At most `batch` of them. `leaving`: the page is going away and the request must outlive it.
   * Gives back those that were left alone because somebody has changed them.
   */
  send(removals: readonly R[], leaving: boolean): Promise<readonly R[]>;
  onRemoved(removals: readonly R[]): void;
  /** `error` is null where somebody has changed them. */
  onFailed(removals: readonly R[], error: unknown): void;
  readonly batchSize: number;
  /** Runs something later, once; gives back how to prevent it. */
  schedule(run: () => void): () => void;
}

/** Removals with a moment to think: hidden at once, sent when the moment has passed or the page is left. */
export class PendingRemovals<R extends Removal> {
  private pending = new Map<string, { removal: R; cancel: () => void }>();
  private readonly listeners = new Set<() => void>();
  /** Replaced with every change, so that it can be compared. */
  private hidden: ReadonlyMap<string, R> = new Map();

  constructor(private readonly handlers: RemovalHandlers<R>) {}

  /** Everything that must not be seen: waiting, or on its way. */
  snapshot = (): ReadonlyMap<string, R> => this.hidden;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  isHidden = (id: string): boolean => this.hidden.has(id);

  /** How many have not been sent. */
  get size(): number {
    return this.pending.size;
  }

  /** Hides them. The function it returns brings back what has not been sent; true if that was everything. */
  add(removals: readonly R[]): () => boolean {
    const added = removals.filter(({ id }) => !this.hidden.has(id));
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

  /** Sends everything that waits, without the time to think. */
  async sendNow(leaving: boolean): Promise<void> {
    const pending = [...this.pending.values()];
    pending.forEach(({ cancel }) => cancel());
    await this.send(
      pending.map(({ removal }) => removal),
      leaving,
    );
  }

  /**
   * Batch after batch, or all at once from a page that is left. What follows one that failed is not tried. Until its
   * batch is sent a removal waits: the page may be left before.
   */
  private async send(removals: readonly R[], leaving: boolean): Promise<void> {
    for (let at = 0; at < removals.length; at += this.handlers.batchSize) {
      const sent = this.sendBatch(
        this.takePending(removals.slice(at, at + this.handlers.batchSize)),
        leaving,
        removals,
      );
      if (!leaving) await sent;
    }
  }

  /** @param all what waits of them fails with it */
  private async sendBatch(batch: readonly R[], leaving: boolean, all: readonly R[]): Promise<void> {
    if (!batch.length) return;
    try {
      const changed = await this.handlers.send(batch, leaving);
      this.handlers.onRemoved(batch.filter((removal) => !changed.includes(removal)));
      if (changed.length) this.handlers.onFailed(changed, null);
      this.unhide(batch);
    } catch (error) {
      const failed = [...batch, ...this.takePending(all)];
      this.handlers.onFailed(failed, error);
      this.unhide(failed);
    }
  }

  /** Those of them that wait; they wait no longer. */
  private takePending(removals: readonly R[]): readonly R[] {
    return removals.filter(({ id }) => this.pending.delete(id));
  }

  private unhide(removals: readonly R[]): void {
    this.publish((hidden) => removals.forEach(({ id }) => hidden.delete(id)));
  }

  private publish(change: (hidden: Map<string, R>) => void): void {
    const next = new Map(this.hidden);
    change(next);
    this.hidden = next;
    this.listeners.forEach((listener) => listener());
  }
}
