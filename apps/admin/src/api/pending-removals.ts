/** Something that has left the screen and may still come back. */
export interface Removal {
  readonly id: string;
  /** Below `/app/api/`. */
  readonly path: string;
  /** The version it had on the screen; absent where there are none. */
  readonly version?: number;
}

export interface RemovalDesk<R extends Removal> {
  /** `leaving`: the page is going away and the request must outlive it. */
  send(removal: R, leaving: boolean): Promise<void>;
  onRemoved(removal: R): void;
  onFailed(removal: R, error: unknown): void;
  /** Runs something later, once; gives back how to prevent it. */
  later(run: () => void): () => void;
}

/** Removals with a moment to think: hidden at once, sent when the moment has passed or the page is left. */
export class PendingRemovals<R extends Removal> {
  private waiting = new Map<string, { removal: R; cancel: () => void }>();
  private readonly listeners = new Set<() => void>();
  /** Replaced with every change, so that it can be compared. */
  private hidden: ReadonlyMap<string, R> = new Map();

  constructor(private readonly desk: RemovalDesk<R>) {}

  /** Everything that must not be seen: waiting, or on its way. */
  snapshot = (): ReadonlyMap<string, R> => this.hidden;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Hides them; what comes back undoes it, as long as it is not too late. */
  add(removals: readonly R[]): () => void {
    const added = removals.filter(({ id }) => !this.hidden.has(id));
    const cancel = this.desk.later(() => added.forEach(({ id }) => void this.send(id, false)));
    for (const removal of added) this.waiting.set(removal.id, { removal, cancel });
    this.publish((hidden) => added.forEach((removal) => hidden.set(removal.id, removal)));
    return () => {
      cancel();
      const back = added.filter(({ id }) => this.waiting.delete(id));
      this.publish((hidden) => back.forEach(({ id }) => hidden.delete(id)));
    };
  }

  /** The page is being left: everything that waits is sent now. */
  leave(): void {
    for (const [id, { cancel }] of [...this.waiting]) {
      cancel();
      void this.send(id, true);
    }
  }

  private async send(id: string, leaving: boolean): Promise<void> {
    const removal = this.waiting.get(id)?.removal;
    if (!removal) return;
    this.waiting.delete(id);
    try {
      await this.desk.send(removal, leaving);
      this.desk.onRemoved(removal);
    } catch (error) {
      this.desk.onFailed(removal, error);
    } finally {
      this.publish((hidden) => hidden.delete(id));
    }
  }

  private publish(change: (hidden: Map<string, R>) => void): void {
    const next = new Map(this.hidden);
    change(next);
    this.hidden = next;
    this.listeners.forEach((listener) => listener());
  }
}
