import type { DataSource } from 'typeorm';
import { createDataSource, poolOf, type DatabaseOptions } from '../connection/data-source';
import { isOutage } from '../connection/outage';
import { NAMES } from '../schema/schema';
import type { Mark, Marks } from './marks';
import { identity, NO_SYSTEM, SYSTEM, type Identity, type PrimaryState } from './primary-state';
import { BEHIND, ReplicaScope, setReplicaScope } from './replica-scope';

/** A replica whose last successful check is older than this is not used. */
const CHECKED_MS = 2_000;

/** $1 are the migrations of this release. */
const stateStatement = (system: string) => `
  SELECT ${identity(system)}, pg_is_in_recovery() AS "isStandby",
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 AS position,
    array(SELECT unnest($1::text[]) EXCEPT SELECT name FROM migrations) AS missing`;
const STATE = stateStatement(SYSTEM);
const STATE_WITHOUT_SYSTEM = stateStatement(NO_SYSTEM);

interface State extends Identity {
  readonly isStandby: boolean;
  readonly position: number | null;
  readonly missing: readonly string[];
}

/** A hot standby, and what it is known to contain. */
export class Replica {
  private readonly dataSource: DataSource;
  private opened: ReplicaScope | undefined;
  private mark: Mark | null = null;
  private checkedAt = -Infinity;
  private checking: Promise<void> | undefined;
  /** Highest position of a mark that a read has relied on. */
  private required = 0;

  /**
   * Doesn't connect.
   * @param now milliseconds of a clock that never goes back
   * @param onOpened called once, before the first statement of a read
   */
  constructor(
    options: Omit<DatabaseOptions, 'settings'>,
    private readonly now: () => number,
    private readonly onOpened: (dataSource: DataSource) => void = () => {},
  ) {
    this.dataSource = createDataSource({ ...options, settings: setReplicaScope('', 0) });
  }

  /** @throws Error before the first successful check */
  get scope(): ReplicaScope {
    if (!this.opened) throw new Error('The replica is not connected');
    return this.opened;
  }

  /** How old the state of the replica can be, or null if the replica is not used. */
  get lagMs(): number | null {
    return this.isUsable ? this.now() - this.mark!.at : null;
  }

  get isUsable(): boolean {
    return this.mark !== null && this.now() - this.checkedAt < CHECKED_MS;
  }

  /** Returns the newest mark that the replica contains. Later reads fail on a server that doesn't contain it. */
  rely(): Mark | null {
    if (!this.isUsable) return null;
    this.required = Math.max(this.required, this.mark!.position);
    return this.mark;
  }

  /** Stops using the replica until the next check if the error means that it is unavailable or behind. */
  readFailed(error: unknown): void {
    if (isOutage(error) || (error as { code?: unknown }).code === BEHIND) this.mark = null;
  }

  /** Forgets what the replica contains: the primary has gone back. */
  reset(): void {
    this.mark = null;
    this.required = 0;
  }

  /** Finds out what the replica contains, unless it is doing so already. Calls back if the replica can't be used. */
  check(primary: PrimaryState, marks: Marks, onUnusable: (reason: string) => void): void {
    this.checking ??= this.update(primary, marks)
      .catch((error: Error & { code?: string }) => {
        this.mark = null;
        onUnusable(error.message || (error.code ?? 'unknown error'));
      })
      .finally(() => (this.checking = undefined));
  }

  async close(): Promise<void> {
    await this.checking;
    this.mark = null;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private open(): ReplicaScope {
    this.onOpened(this.dataSource);
    return new ReplicaScope(this.dataSource, () => this.required);
  }

  private async update(primary: PrimaryState, marks: Marks): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    this.opened ??= this.open();
    const statement = primary.system === null ? STATE_WITHOUT_SYSTEM : STATE;
    const startedAt = this.now();
    const { rows } = await poolOf(this.dataSource).query<State>(statement, [NAMES]);
    this.mark = containedIn(rows[0]!, primary, this.required, marks);
    this.checkedAt = startedAt;
  }
}

/**
 * Returns the newest mark that a server contains; null while that is not known yet.
 * @param required the highest position that a read has relied on
 * @throws Error if the server must not be used
 */
export function containedIn(state: State, primary: Identity, required: number, marks: Marks): Mark | null {
  if (!state.isStandby) throw new Error('it is not in recovery, so it is not a replica');
  if (state.system !== primary.system) throw new Error('it is not a replica of DATABASE_URL');
  if (state.database !== primary.database)
    throw new Error('it is another database than that of DATABASE_URL');
  if (state.missing.length > 0) throw new Error(`it lacks migrations: ${state.missing.join(', ')}`);
  const mark = marks.newestIn(state.position ?? -1);
  if (!mark && marks.areComplete) throw new Error('it is too far behind');
  return (state.position ?? -1) < required ? null : mark;
}
