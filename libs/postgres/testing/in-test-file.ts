import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/connection/data-source';
import type { FreshDatabase } from './database';
import { freshDatabase } from './fresh-database';

const closeAtEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closeAtEnd.splice(0)) await close();
}, 60_000);

/**
 * An open data source on a fresh database of its own, closed when the test file ends.
 * @param as the service's role, which row-level security binds, or the superuser, who bypasses it
 */
export async function testDataSource(as: 'role' | 'superuser' = 'role'): Promise<DataSource> {
  const database = await freshDatabase();
  const dataSource = createDataSource({ url: as === 'role' ? database.url : database.adminUrl });
  closeAtEnd.push(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
  });
  return dataSource.initialize();
}

/** One line for a test file: `const database = useFreshDatabase();`, then `database.url` inside its tests. */
export function useFreshDatabase(): Pick<FreshDatabase, 'url' | 'adminUrl'> {
  let database: FreshDatabase | undefined;
  const ready = () => {
    if (!database) throw new Error('The fresh database exists from beforeAll to afterAll only');
    return database;
  };
  beforeAll(async () => {
    database = await freshDatabase();
  }, 60_000);
  afterAll(() => database?.drop(), 60_000);
  return {
    get url() {
      return ready().url;
    },
    get adminUrl() {
      return ready().adminUrl;
    },
  };
}
