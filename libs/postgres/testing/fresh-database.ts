import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from '../src/data-source';
import { startEmbeddedPostgres } from '../src/embedded';

export interface FreshDatabase {
  /** As the role the service has: owner of the database, no superuser. */
  readonly url: string;
  /** The same database as superuser. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

interface Server {
  readonly adminUrl: string;
  readonly role: string;
  readonly rolePassword: string;
  release(): Promise<void>;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const WORKSPACE = resolve(HERE, '../../..');
const PREFIX = `test_${digest(WORKSPACE).slice(0, 8)}`;

/**
 * One line for a test file: `const database = useFreshDatabase();`, then `database.url` inside its tests.
 */
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

const closeAtEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closeAtEnd.splice(0)) await close();
}, 60_000);

/** An open data source on a fresh database of its own, closed when the test file ends. */
export async function testDataSource(): Promise<DataSource> {
  const database = await freshDatabase();
  const dataSource = createDataSource({ url: database.url });
  closeAtEnd.push(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
  });
  return dataSource.initialize();
}

/**
 * A migrated, empty database, cloned from a template in about 30 ms; the caller drops it.
 * On a throw-away server, or on that of TEST_DATABASE_URL (a superuser's address).
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await testServer();
  const admin = new Client({ connectionString: server.adminUrl, application_name: 'feedback tests' });
  admin.on('error', () => {});
  try {
    await admin.connect();
    const name = `${PREFIX}_db_${randomBytes(6).toString('hex')}`;
    await alone(admin, `${PREFIX}_template`, async () => {
      const template = await migratedTemplate(admin, server);
      await dropAbandoned(admin);
      // Held until the connection ends, also when we are killed: says that the database is in use.
      await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${server.role}`);
    });
    return {
      url: address(server.adminUrl, name, server),
      adminUrl: address(server.adminUrl, name),
      drop: async () => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await admin.end();
        await server.release();
      },
    };
  } catch (error) {
    await admin.end().catch(() => {});
    await server.release();
    throw error;
  }
}

/** Holds the server all test files share; the last holder of all processes stops it. */
export async function testServer(): Promise<Server> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) {
    const rolePassword = createHmac('sha256', adminUrl).update('feedback_test').digest('hex');
    return { adminUrl, role: 'feedback_test', rolePassword, release: () => Promise.resolve() };
  }
  const { optionalDependencies } = JSON.parse(readFileSync(join(WORKSPACE, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const of = digest(JSON.stringify([WORKSPACE, optionalDependencies])).slice(0, 12);
  const dataDir = join(tmpdir(), `feedback-tests-${process.getuid?.() ?? 'user'}-${of}`);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const rolePassword = new URL(server.url).password;
  return { adminUrl: server.adminUrl, role: 'feedback', rolePassword, release: () => server.stop() };
}

/** Made once for each state of the migrations; it has its final name only when it is complete. */
async function migratedTemplate(admin: Client, server: Server): Promise<string> {
  const template = `${PREFIX}_template_${migrationsDigest()}`;
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [`${PREFIX}_template_`],
  );
  if (rows.some(({ datname }) => datname === template)) return template;
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);

  if (server.role !== 'feedback') await ensureRole(admin, server);
  const unfinished = `${template}_unfinished`;
  await admin.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 OWNER ${server.role}`);
  const dataSource = createDataSource({ url: address(server.adminUrl, unfinished, server) });
  await dataSource.initialize();
  await migrate(dataSource).finally(() => dataSource.destroy());
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  return template;
}

async function ensureRole(admin: Client, { role, rolePassword }: Server): Promise<void> {
  const { rows } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rows.length === 0) await admin.query(`CREATE ROLE ${role}`);
  await admin.query(`ALTER ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${rolePassword}'`);
}

/** Databases of runs that were killed: nobody holds their lock. */
async function dropAbandoned(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database
      WHERE starts_with(datname, $1) AND pg_try_advisory_lock(hashtextextended(datname, 0))`,
    [`${PREFIX}_db_`],
  );
  for (const { datname } of rows) {
    await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await admin.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [datname]);
  }
}

async function alone(admin: Client, name: string, work: () => Promise<void>): Promise<void> {
  await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    await work();
  } finally {
    await admin.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

function address(adminUrl: string, database: string, as?: Server): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (as) [url.username, url.password] = [as.role, as.rolePassword];
  return url.toString();
}

function migrationsDigest(): string {
  const directory = join(HERE, '../src/migrations');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  const sources = files.filter((name) => name.endsWith('.ts'));
  return digest(sources.map((name) => name + readFileSync(join(directory, name), 'utf8')).join('\0')).slice(
    0,
    12,
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
