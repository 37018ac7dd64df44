import type { Pool, PoolClient } from 'pg';
import { rowsOf } from '../connection/array-rows';
import { isUnusableAfter } from '../connection/outage';
import { NO_JIT } from '../connection/no-jit';
import { ScopedQuery, type Settings } from '../connection/scoped-query';
import { ACCOUNT_ID, PUBLISHES, setting } from '../connection/settings';

/**
 * As the publisher of events: not set to any account, and with indexes, because both tables have many dead rows. Planning
 * the statement each time would take longer than running it.
 */
const SETTINGS: Settings = {
  name: 'set_reader_of_changes',
  text: `SELECT ${setting(ACCOUNT_ID, '$1')}, ${setting(PUBLISHES, "'on'")},
    set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), ${NO_JIT}`,
  values: [''],
};

/** With this many unpublished changes, counts every account as changed. */
const UNPUBLISHED_MAX = 1_000;

/**
 * Returns the places in $1 of accounts with a change that is not published yet, or was published after the position in
 * $2. $3 is the lowest of these, so that PostgreSQL skips older partitions.
 */
const CHANGED = `
  WITH unpublished AS MATERIALIZED (SELECT account_id FROM feedback_changes ORDER BY seq LIMIT ${UNPUBLISHED_MAX})
  SELECT n::integer FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY asked (account_id, position, n)
  WHERE asked.account_id IN (SELECT account_id FROM unpublished)
    OR (SELECT count(*) = ${UNPUBLISHED_MAX} FROM unpublished)
    OR EXISTS (SELECT FROM events WHERE events.account_id = asked.account_id AND events.position > asked.position
      AND events.position > $3)`;

interface Question {
  readonly accountId: string;
  readonly after: number;
  resolve(isChanged: boolean): void;
  reject(error: unknown): void;
}

/**
 * Asks the primary whether accounts have changed. Questions that arrive while a statement is running are answered by the
 * next one, which starts later than all of them.
 */
export class AccountChanges {
  private waiting: Question[] = [];
  private isAsking = false;
  private readonly prepared = new WeakSet<PoolClient>();

  constructor(private readonly pool: Pool) {}

  /**
   * Whether a change of the account's items, committed before this call, is missing in the first `after` events.
   * Rejects if the primary is unavailable.
   */
  hasChangedAfter(accountId: string, after: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ accountId, after, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) {
      const questions = this.waiting.splice(0);
      try {
        const changed = new Set(await this.ask(questions));
        questions.forEach(({ resolve }, i) => resolve(changed.has(i + 1)));
      } catch (error) {
        questions.forEach(({ reject }) => reject(error));
      }
    }
    this.isAsking = false;
  }

  private async ask(questions: readonly Question[]): Promise<number[]> {
    const positions = questions.map(({ after }) => after);
    const accounts = questions.map(({ accountId }) => accountId);
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      if (!this.prepared.has(client)) await client.query({ ...SETTINGS });
      this.prepared.add(client);
      return await runOn(client, [accounts, positions, Math.min(...positions)]);
    } catch (error) {
      if (isUnusableAfter(error)) failure = error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}

const runOn = (client: PoolClient, values: unknown[]): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const done = (failure: Error | null | undefined, result?: unknown) => {
      if (failure) reject(failure);
      else resolve((result as { rows: [n: number][] }).rows.map(([n]) => n));
    };
    client.query(new ScopedQuery(SETTINGS, rowsOf(CHANGED, values), done));
  });
