import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/connection/data-source';
import type { FreshDatabase } from './database';
import { freshDatabase } from './fresh-database';

const closeAtEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closeAtEnd.splice(0)) await close();
}, 60_000);

/**
 * Opens a data source on its own fresh database. Closes it when the test file ends.
 * @param as `role` for a role like the service's, or `superuser` to bypass row-level security
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

/** Gives a test file a database: `const database = useFreshDatabase();`, then `database.url` in its tests. */
export function useFreshDatabase(): Pick<FreshDatabase, 'url' | 'adminUrl'> {
  let database: FreshDatabase | undefined;
  const ready = () => {
    if (!database) throw new Error('The fresh database exists only from beforeAll to afterAll');
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
