import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '../src/connection/data-source';
import { asSuperuser, type FreshDatabase } from './database';
import { freshDatabase } from './fresh-database';

/** Ends the wait for a server that has vanished. Long, because anything can be slow on a busy machine. */
const TIMEOUT_MS = 120_000;

type As = 'role' | 'superuser';

const closers: (() => Promise<void>)[] = [];
/** Both live as long as the worker: creating a database, and filling the caches of its connections, takes long. */
let sharedDatabase: Promise<FreshDatabase> | undefined;
const shared = new Map<As, Promise<DataSource>>();

/** Closes the data sources of a test file. `each-file.ts` calls this at its end. */
export async function closeDataSources(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.splice(0).reverse()) await close().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Calls `close` when the test file ends. The last one is called first. */
export function closeAtEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/**
 * Opens a data source on its own fresh database. Closes it when the test file ends.
 * @param as `role` for a role like the service's, or `superuser` to bypass row-level security
 * @param setting of the database, for example `deadlock_timeout = 1000`
 */
export async function testDataSource(as: As = 'role', setting?: string): Promise<DataSource> {
  const database = await droppedAtEnd();
  if (setting !== undefined) {
    const name = new URL(database.url).pathname.slice(1);
    await asSuperuser(database, `ALTER DATABASE ${name} SET ${setting}`);
  }
  return open(database, as);
}

/**
 * Returns a data source on the database that all files of this worker share, for tests that each create accounts of their
 * own. Its idle connections don't keep the process alive. A later run drops the database.
 */
export function sharedDataSource(as: As = 'role'): Promise<DataSource> {
  sharedDatabase ??= freshDatabase({ keepsAlive: false });
  const opened = shared.get(as) ?? sharedDatabase.then((database) => openShared(database, as));
  shared.set(as, opened);
  return opened;
}

async function openShared(database: FreshDatabase, as: As): Promise<DataSource> {
  const dataSource = await connected(database, as).initialize();
  const pool = poolOf(dataSource);
  pool.options.allowExitOnIdle = true;
  // Those that are idle now apply it when they are released.
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of idle) client.release();
  return dataSource;
}

async function droppedAtEnd(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  closeAtEnd(() => database.drop());
  return database;
}

function connected(database: FreshDatabase, as: As): DataSource {
  const url = as === 'role' ? database.url : database.adminUrl;
  return createDataSource({ url, responseTimeoutMs: TIMEOUT_MS, connectTimeoutMs: TIMEOUT_MS });
}

async function open(database: FreshDatabase, as: As): Promise<DataSource> {
  const dataSource = connected(database, as);
  closeAtEnd(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
  });
  return dataSource.initialize();
}

/** Gives a test file a database: `const database = useFreshDatabase();`, then `database.url` in its tests. */
export function useFreshDatabase(): Pick<FreshDatabase, 'url' | 'adminUrl'> {
  let database: FreshDatabase | undefined;
  const ready = () => {
    if (!database) throw new Error('The fresh database exists only from beforeAll to afterAll');
    return database;
  };
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database?.drop());
  return {
    get url() {
      return ready().url;
    },
    get adminUrl() {
      return ready().adminUrl;
    },
  };
}
