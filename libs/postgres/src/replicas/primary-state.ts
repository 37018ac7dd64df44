import type { Pool } from 'pg';
import type { Mark } from './marks';

export const SYSTEM = `(SELECT system_identifier::text FROM pg_control_system())`;
export const NO_SYSTEM = `NULL::text`;

/** A standby has the identity of its primary. */
export interface Identity {
  /** The cluster, or null if the role can't read it. */
  readonly system: string | null;
  /** The database in the cluster. */
  readonly database: string;
}

/** Columns of `Identity`. */
export const identity = (system: string) =>
  `${system} AS system, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database`;

/**
 * The snapshot of a statement is older than its call of a function, so the position covers all transactions that the
 * statement sees. A transaction is visible after its commit record is on disk, unless synchronous_commit is off.
 */
const stateStatement = (system: string) => `
  SELECT ${identity(system)}, last::float8 AS "lastEvent",
    pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
      ELSE pg_current_wal_flush_lsn() END, '0/0')::float8 AS position
  FROM event_positions WHERE $1`;

const INSUFFICIENT_PRIVILEGE = '42501';

export interface PrimaryState extends Omit<Mark, 'at'>, Identity {}

/** Reads the state of the primary. Rejects on a server in recovery. */
export class PrimaryReader {
  private statement = stateStatement(SYSTEM);

  constructor(private readonly pool: Pool) {}

  async read(): Promise<PrimaryState> {
    try {
      // With a parameter, the statement has a time limit.
      return (await this.pool.query<PrimaryState>(this.statement, [true])).rows[0]!;
    } catch (error) {
      if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      if (this.statement === stateStatement(NO_SYSTEM)) throw error;
      this.statement = stateStatement(NO_SYSTEM);
      return this.read();
    }
  }
}
