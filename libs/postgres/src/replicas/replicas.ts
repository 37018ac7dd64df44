import { DomainError } from '@libs/kernel';
import type { Mark, Marks } from './marks';
import type { PrimaryState } from './primary-state';

/** What the choice of a server needs of a replica; see `Replica`. */
export interface ReadableReplica {
  readonly lagMs: number | null;
  readonly isUsable: boolean;
  rely(): Mark | null;
  readFailed(error: unknown): void;
  reset(): void;
  check(primary: PrimaryState, marks: Marks, onUnusable: (reason: string) => void): void;
  close(): Promise<void>;
}

/** What the choice of a server needs of the primary. Rejects if it is unavailable. */
export interface Primary {
  state(): Promise<PrimaryState>;
  /** As `AccountChanges`. */
  hasChangedAfter(accountId: string, event: number): Promise<boolean>;
}

export interface ReplicaEvents {
  /** A replica is not used. @param replica its place in the configuration, from 0 */
  unusable?(replica: number, reason: string): void;
  /** A read was answered. */
  served?(server: number | 'primary'): void;
}

/** The two ways to run a read. */
export interface Read<R, T> {
  onReplica(replica: R): Promise<T>;
  onPrimary(): Promise<T>;
  /** False if the read can't be repeated on the primary after a failure. Default: true. */
  isRepeatable?(): boolean;
}

/**
 * Chooses a server for each read. A read on a replica sees every change of its account's items that was committed on the
 * primary before the read began (docs/architecture/adr/0025-replicas.md).
 */
export class Replicas<R extends ReadableReplica = ReadableReplica> {
  private turn = 0;

  constructor(
    private readonly primary: Primary,
    readonly all: readonly R[],
    private readonly marks: Marks,
    readonly events: ReplicaEvents = {},
  ) {}

  /** Runs a read on a replica if possible. If it fails there, repeats it once on the primary. */
  async read<T>(accountId: string, read: Read<R, T>): Promise<T> {
    const replica = await this.choose(accountId);
    if (!replica) return this.readPrimary(read);
    try {
      const result = await read.onReplica(replica);
      this.events.served?.(this.all.indexOf(replica));
      return result;
    } catch (error) {
      // The limits of the account, not a failure of the replica.
      if (error instanceof DomainError) throw error;
      replica.readFailed(error);
      if (read.isRepeatable?.() === false) throw error;
      return this.readPrimary(read);
    }
  }

  /** Reads the state of the primary, and starts a check of each replica. */
  async check(at: number): Promise<void> {
    const primary = await this.primary.state();
    if (!this.marks.add({ position: primary.position, lastEvent: primary.lastEvent, at })) {
      this.all.forEach((replica) => replica.reset());
    }
    this.all.forEach((replica, i) =>
      replica.check(primary, this.marks, (reason) => this.events.unusable?.(i, reason)),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  private readPrimary<T>(read: Read<R, T>): Promise<T> {
    this.events.served?.('primary');
    return read.onPrimary();
  }

  /** Returns the next replica if it contains all changes of the account. */
  private async choose(accountId: string): Promise<R | null> {
    const usable = this.all.filter(({ isUsable }) => isUsable);
    const replica = usable[this.turn++ % usable.length];
    const mark = replica?.rely();
    if (!mark) return null;
    const hasChanged = await this.primary.hasChangedAfter(accountId, mark.lastEvent).catch(() => true);
    return hasChanged ? null : replica!;
  }
}
