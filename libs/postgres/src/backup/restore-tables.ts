import { pipeline } from 'node:stream/promises';
import type { QueryRunner } from 'typeorm';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { FILL_DERIVED, violationsOf } from '../schema/functions/feedback.sql';
import { BackupError } from './backup-error';
import type { BackupTable } from './backup-header';
import { BACKED_UP, FILLED_AT_START } from './backup-tables';

interface State {
  readonly name: string;
  readonly forced: boolean;
  readonly triggers: string[];
}

const STATES = `
  SELECT relname AS name, relforcerowsecurity AS forced,
    ARRAY (SELECT tgname::text FROM pg_trigger WHERE tgrelid = class.oid AND NOT tgisinternal
      AND tgenabled = 'O') AS triggers
  FROM pg_class class
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1) AND relkind IN ('r', 'p')`;

const NAMES = BACKED_UP.map(({ name }) => name);
const statesOf = (runner: QueryRunner): Promise<State[]> =>
  runner.query(STATES, [[...NAMES, 'feedback_tags']]);

/**
 * Lets the role of the service, which owns the tables, read and write the rows of all accounts, without triggers.
 * Everyone else waits until the transaction ends, and never sees a table in this state.
 * @returns a function that restores the state
 */
async function unprotect(runner: QueryRunner): Promise<() => Promise<void>> {
  const states = await statesOf(runner);
  const alter = async (force: string, trigger: string) => {
    for (const { name, forced, triggers } of states) {
      if (forced) await runner.query(`ALTER TABLE ${name} ${force} ROW LEVEL SECURITY`);
      for (const one of triggers) await runner.query(`ALTER TABLE ${name} ${trigger} TRIGGER ${one}`);
    }
  };
  await alter('NO FORCE', 'DISABLE');
  return () => alter('FORCE', 'ENABLE');
}

/** @throws BackupError if a table has rows that a restore would mix with its own */
export async function assertEmpty(runner: QueryRunner): Promise<void> {
  // Read first, without a lock, because no one else uses accounts under row-level security.
  const states = await statesOf(runner);
  const accounts = states.find(({ name }) => name === 'accounts');
  if (accounts && (await hasRows(runner, 'accounts'))) throw notEmpty('accounts');
  const protect = await unprotect(runner);
  for (const { name } of states) {
    if (!FILLED_AT_START.includes(name) && (await hasRows(runner, name))) throw notEmpty(name);
  }
  await protect();
}

const hasRows = async (runner: QueryRunner, table: string): Promise<boolean> =>
  ((await runner.query(`SELECT FROM ${table} LIMIT 1`)) as unknown[]).length > 0;
const notEmpty = (table: string) =>
  new BackupError(`The database is not empty: ${table} has rows. Restore into a new database or DATA_DIR`);

/** Copies rows into tables, from the schema of the backup. */
export class TableLoad {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly protect: () => Promise<void>,
    private readonly indexes: readonly string[],
  ) {}

  static async begin(runner: QueryRunner, tables: readonly BackupTable[]): Promise<TableLoad> {
    await assertColumns(runner, tables);
    const protect = await unprotect(runner);
    for (const { name, partitions } of tables) {
      if (FILLED_AT_START.includes(name)) await runner.query(`DELETE FROM ${name}`);
      if (partitions) await replacePartitions(runner, name, partitions);
    }
    const indexes = await dropIndexes(runner, BIG_TABLES);
    return new TableLoad(runner, (await runner.connect()) as PoolClient, protect, indexes);
  }

  async copy({ name, columns, sequence }: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
    await pipeline(rows, this.client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`)));
    if (sequence && sequence.last !== '0') {
      await this.runner.query(
        `SELECT setval(pg_get_serial_sequence('${name}', '${sequence.column}'), ${sequence.last})`,
      );
    }
  }

  async finish(): Promise<void> {
    for (const definition of this.indexes) await this.runner.query(definition);
    await this.protect();
  }
}

const COLUMNS = `
  SELECT relname AS name, array_agg(attname::text) AS columns FROM pg_attribute
  JOIN pg_class class ON class.oid = attrelid
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1) AND attnum > 0 AND NOT attisdropped
    AND attgenerated = ''
  GROUP BY relname`;

/** The names of columns become parts of statements. */
async function assertColumns(runner: QueryRunner, tables: readonly BackupTable[]): Promise<void> {
  const found = (await runner.query(COLUMNS, [NAMES])) as { name: string; columns: string[] }[];
  const differing = tables.find(({ name, columns, sequence }) => {
    const known = found.find((table) => table.name === name)?.columns ?? [];
    const isEqual = [...known].sort().join() === [...columns].sort().join();
    return !isEqual || (sequence && !known.includes(sequence.column));
  });
  if (!differing) return;
  throw new BackupError(
    `The file does not fit its schema: the columns of ${differing.name} differ. Nothing was written; use another file`,
  );
}

/** Partitions of the present, which a service created at its start, can overlap those of the file. */
async function replacePartitions(
  runner: QueryRunner,
  table: string,
  partitions: NonNullable<BackupTable['partitions']>,
): Promise<void> {
  const found = (await runner.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass`,
  )) as { name: string }[];
  for (const { name } of found) await runner.query(`DROP TABLE ${name}`);
  for (const { name, from, to } of partitions) {
    if (!name.startsWith(`${table}_`))
      throw new BackupError(`The file does not fit its schema: partition ${name}`);
    await runner.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
    await runner.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
  }
}

/**
 * Fills the tables that are not in the file (`LEFT_OUT`) with the functions of this version. One statement takes a
 * fraction of the time of triggers.
 * @throws BackupError if an item has a value that the triggers reject
 */
export async function addDerivedRows(runner: QueryRunner): Promise<void> {
  const protect = await unprotect(runner);
  await assertValues(runner);
  await runner.query('TRUNCATE feedback_search, feedback_tags');
  const indexes = await dropIndexes(runner, DERIVED_TABLES);
  for (const statement of [...FILL_DERIVED, ...indexes]) await runner.query(statement);
  await protect();
}

const VIOLATIONS = violationsOf('item').map(
  ([constraint, isViolated]) => `SELECT '${constraint}' AS name FROM feedback item WHERE ${isViolated}`,
);

async function assertValues(runner: QueryRunner): Promise<void> {
  const [violated] = (await runner.query(`${VIOLATIONS.join(' UNION ALL ')} LIMIT 1`)) as { name: string }[];
  if (!violated) return;
  throw new BackupError(
    `The file does not fit its schema: an item violates ${violated.name}. Nothing was written; use another file`,
  );
}

/** Creating an index of many rows takes a fraction of the time of adding them one by one. */
const BIG_TABLES = ['feedback', 'webhook_deliveries'];
const DERIVED_TABLES = ['feedback_search_indexed', 'feedback_tags'];
const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/** Returns the statements that create them again. */
async function dropIndexes(runner: QueryRunner, tables: readonly string[]): Promise<string[]> {
  const found = (await runner.query(INDEXES, [tables])) as { name: string; definition: string }[];
  for (const { name } of found) await runner.query(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
}
