/** Something that has left the screen and may still come back. */
export interface Removal {
  readonly id: string;
  /** Below `/app/api/`. */
  readonly path: string;
  /** The version it had on the screen; absent where there are none. */
  readonly version?: number;
}

export interface RemovalDesk<R extends Removal> {
  /**
   * At most `batch` of them. `leaving`: the page is going away and the request must outlive it.
   * Gives back those that were left alone because somebody has changed them.
   */
  send(removals: readonly R[], leaving: boolean): Promise<readonly R[]>;
  onRemoved(removals: readonly R[]): void;
  /** `error` is null where somebody has changed them. */
  onFailed(removals: readonly R[], error: unknown): void;
  readonly batch: number;
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

  /** Whether it can still be brought back. */
  isWaiting = (id: string): boolean => this.waiting.has(id);

  get size(): number {
    return this.waiting.size;
  }

  /** Hides them; what comes back undoes it, as long as it is not too late. */
  add(removals: readonly R[]): () => void {
    const added = removals.filter(({ id }) => !this.hidden.has(id));
    const cancel = this.desk.later(() => void this.send(added, false));
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
    const waiting = [...this.waiting.values()];
    waiting.forEach(({ cancel }) => cancel());
    void this.send(
      waiting.map(({ removal }) => removal),
      true,
    );
  }

  /** Batch after batch, or all at once from a page that is left. What follows one that failed is not tried. */
  private async send(removals: readonly R[], leaving: boolean): Promise<void> {
    const due = removals.filter(({ id }) => this.waiting.delete(id));
    const parts: (readonly R[])[] = [];
    for (let at = 0; at < due.length; at += this.desk.batch) parts.push(due.slice(at, at + this.desk.batch));
    if (leaving) return void parts.map((part) => this.sendPart(part, true, part));
    for (const [n, part] of parts.entries()) {
      if (!(await this.sendPart(part, false, parts.slice(n).flat()))) return;
    }
  }

  /** @param rest what fails with it */
  private async sendPart(part: readonly R[], leaving: boolean, rest: readonly R[]): Promise<boolean> {
    try {
      const changed = await this.desk.send(part, leaving);
      this.desk.onRemoved(part.filter((removal) => !changed.includes(removal)));
      if (changed.length) this.desk.onFailed(changed, null);
      this.show(part);
      return true;
    } catch (error) {
      this.desk.onFailed(rest, error);
      this.show(rest);
      return false;
    }
  }

  private show(removals: readonly R[]): void {
    this.publish((hidden) => removals.forEach(({ id }) => hidden.delete(id)));
  }

  private publish(change: (hidden: Map<string, R>) => void): void {
    const next = new Map(this.hidden);
    change(next);
    this.hidden = next;
    this.listeners.forEach((listener) => listener());
  }
}
