import { forgottenAt, waitOf, withAttempt, type AttemptStore, type DelayedName } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';

const epochMs = (time: string) => `round(date_part('epoch', ${time}) * 1000)`;

/**
 * Returns and locks the attempts of names, also of new ones. Locks them in one order, so that two transactions can't
 * deadlock.
 */
const LOCK = `
  INSERT INTO sign_in_attempts AS a (name, count, last_at, expires_at)
  SELECT name, 0, now(), now() FROM unnest($1::uuid[]) AS asked (name) ORDER BY name
  ON CONFLICT (name) DO UPDATE SET count = a.count
  RETURNING name, count, ${epochMs('last_at')} AS last_at, ${epochMs('now()::timestamptz(3)')} AS now`;

const SAVE = `
  UPDATE sign_in_attempts AS a SET count = s.count, last_at = now(), expires_at = to_timestamp(s.expires_at / 1000)
  FROM unnest($1::uuid[], $2::integer[], $3::float8[]) AS s (name, count, expires_at) WHERE a.name = s.name`;

const FORGET = `DELETE FROM sign_in_attempts WHERE name = ANY ($1::uuid[])`;

const PURGE = `
  DELETE FROM sign_in_attempts WHERE name IN (
    SELECT name FROM sign_in_attempts WHERE expires_at <= now() FOR UPDATE SKIP LOCKED)`;

const PURGE_MS = 60_000;

/** Concurrent transactions of a process, and of one name, so that attempts don't use up the connections. */
const MAX_TRANSACTIONS = 2;
const MAX_PER_NAME = 1;

interface Row {
  readonly name: string;
  readonly count: number;
  readonly last_at: number;
  readonly now: number;
}

interface Options {
  /** Called if a purge fails. The purge is retried later. */
  readonly onPurgeFailed?: (error: unknown) => void;
  readonly purgeMs?: number;
}

/** Counts attempts across processes: one row per name, by the time of the database. Periodically deletes expired rows. */
export class PostgresAttemptStore implements AttemptStore {
  private readonly limiter = new ConcurrencyLimiter(MAX_TRANSACTIONS, MAX_PER_NAME);
  private readonly onPurgeFailed: (error: unknown) => void;
  private readonly purgeMs: number;
  private purgedAt = performance.now();

  /** @param idOf returns the UUID under which a name is stored, such as a keyed hash */
  constructor(
    private readonly dataSource: DataSource,
    private readonly idOf: (name: string) => string,
    { onPurgeFailed = () => {}, purgeMs = PURGE_MS }: Options = {},
  ) {
    this.onPurgeFailed = onPurgeFailed;
    this.purgeMs = purgeMs;
  }

  async attempt(names: readonly DelayedName[]): Promise<number> {
    this.purgeOccasionally();
    const rules = new Map(names.map(({ name, rule }) => [this.idOf(name), rule]));
    const ids = [...rules.keys()];
    return this.limiter.run(ids[0]!, () =>
      this.dataSource.transaction(async (manager) => {
        const rows = await manager.query<Row[]>(LOCK, [ids]);
        const counted = rows.map(({ name, count, last_at: lastAt, now }) => {
          const attempts = count === 0 ? null : { count, lastAt };
          return { name, rule: rules.get(name)!, attempts, now };
        });
        const wait = Math.max(...counted.map(({ attempts, rule, now }) => waitOf(attempts, rule, now)));
        if (wait > 0) return wait;
        const next = counted.map(({ attempts, rule, now }) => withAttempt(attempts, rule, now));
        await manager.query(SAVE, [
          counted.map(({ name }) => name),
          next.map(({ count }) => count),
          next.map((attempts, i) => forgottenAt(attempts, counted[i]!.rule)),
        ]);
        return 0;
      }),
    );
  }

  async forget(names: readonly string[]): Promise<void> {
    await poolOf(this.dataSource).query(FORGET, [names.map((name) => this.idOf(name))]);
  }

  /** Not awaited, so that no attempt waits for it. */
  private purgeOccasionally(): void {
    if (performance.now() - this.purgedAt < this.purgeMs) return;
    this.purgedAt = performance.now();
    poolOf(this.dataSource).query(PURGE).catch(this.onPurgeFailed);
  }
}
