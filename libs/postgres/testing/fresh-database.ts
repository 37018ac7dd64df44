import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { createDataSource, migrate } from '../src/data-source';
import { PREFIX, sha256, testServer, type TestServer } from './test-server';

const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), '../src/migrations');

export interface FreshDatabase {
  /** As the role the service has: owner of the database, no superuser. */
  readonly url: string;
  /** The same database as superuser. */
  readonly adminUrl: string;
  drop(): Promise<void>;
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
      if (server.role !== 'feedback') await ensureRole(admin, server);
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

/** Made once for each state of the migrations; it has its final name only when it is complete. */
async function migratedTemplate(admin: Client, server: TestServer): Promise<string> {
  const template = `${PREFIX}_template_${migrationsDigest()}`;
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [`${PREFIX}_template_`],
  );
  if (rows.some(({ datname }) => datname === template)) return template;
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);

  const unfinished = `${template}_unfinished`;
  await admin.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 OWNER ${server.role}`);
  const dataSource = createDataSource({ url: address(server.adminUrl, unfinished, server) });
  await dataSource.initialize();
  await migrate(dataSource).finally(() => dataSource.destroy());
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  return template;
}

async function ensureRole(admin: Client, { role, rolePassword }: TestServer): Promise<void> {
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

function address(adminUrl: string, database: string, as?: TestServer): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (as) [url.username, url.password] = [as.role, as.rolePassword];
  return url.toString();
}

function migrationsDigest(): string {
  const names = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' });
  const sources = names
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => name + readFileSync(join(MIGRATIONS, name), 'utf8'));
  return sha256(sources.join('\0')).slice(0, 12);
}
