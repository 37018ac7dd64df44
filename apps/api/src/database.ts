import {
  createDataSource,
  EmbeddedPostgresError,
  fullDiskRemedy,
  HAS_UNICODE,
  hasCluster,
  hasOtherServices,
  migrate,
  schemaProblem,
  startEmbeddedPostgres,
  UNICODE_REQUIRED,
  type EmbeddedPostgres,
} from '@libs/postgres';
import type { DataSource } from 'typeorm';
import type { Config } from './config';
import { reasonOf } from './reason-of';

export const OLDEST_POSTGRES = 15;

export const NO_UNICODE = `${UNICODE_REQUIRED}; make a backup, create the database again with such a locale, and restore the backup`;

export interface Database {
  readonly dataSource: DataSource;
  /** For long transactions: DATABASE_DIRECT_URL, if it is set. */
  readonly directUrl: string;
  /** Closes the connections, and stops the embedded server unless another process still uses it. */
  close(): Promise<void>;
}

/** The database cannot be used. The message is one line and names the variable or the path. */
export class DatabaseError extends Error {}

export interface OpenOptions {
  /** Receives progress messages. */
  readonly log?: (line: string) => void;
  /** Whether to fail instead of creating an embedded database. */
  readonly mustExist?: boolean;
  /** Whether this is the main process of a service or a worker, which should know of others on an embedded database. */
  readonly isService?: boolean;
  /** Whether to leave the schema as it is. */
  readonly keepsSchema?: boolean;
  /** The name of the connections in PostgreSQL. Default: that of the service. */
  readonly applicationName?: string;
}

type DatabaseConfig = Pick<
  Config,
  'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARED_STATEMENTS' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'
>;

/**
 * Opens and migrates the operator's PostgreSQL or the embedded one, which it starts unless it is running.
 * @throws DatabaseError
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  const { log = () => {}, keepsSchema = false } = options;
  const { server, dataSource, directUrl, close } = await connect(config, options);
  try {
    await withOpen(server, dataSource, async () => {
      if (options.isService && !config.DATABASE_URL) await reportOthers(dataSource, config, log);
      await assertUsable(dataSource, log);
    });
    if (keepsSchema) return { dataSource, directUrl, close };
    await withOpen(server, dataSource, () => assertUnicode(dataSource));
    if (config.DATABASE_URL && config.DATABASE_DIRECT_URL) {
      await migrateDirectly({ name: 'DATABASE_DIRECT_URL', url: config.DATABASE_DIRECT_URL }, log);
      await withOpen(server, dataSource, () => assertMigrated(dataSource));
    } else {
      await withOpen(server, dataSource, () => updateSchema(dataSource, log));
    }
    return { dataSource, directUrl, close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** As `openDatabase`, but neither checks nor migrates the database. @throws DatabaseError */
export async function connectDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  const { server, dataSource, directUrl, close } = await connect(config, options);
  try {
    await withOpen(server, dataSource, async () => {});
    return { dataSource, directUrl, close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Starts the embedded server if it is used. The data source is not open yet. */
async function connect(
  config: DatabaseConfig,
  { log = () => {}, mustExist = false, applicationName }: OpenOptions,
): Promise<Database & { readonly server: Server }> {
  if (mustExist && !config.DATABASE_URL && !hasCluster(config.DATA_DIR)) {
    throw new DatabaseError(
      `No database in ${config.DATA_DIR}: set DATA_DIR or DATABASE_URL to the value that the service uses`,
    );
  }
  const embedded = config.DATABASE_URL ? null : await embeddedServer(config.DATA_DIR, log);
  const server: Server = embedded
    ? { name: 'the embedded PostgreSQL', url: embedded.url }
    : { name: 'DATABASE_URL', url: config.DATABASE_URL! };
  const directUrl = (config.DATABASE_URL && config.DATABASE_DIRECT_URL) || server.url;
  const dataSource = createDataSource({
    url: server.url,
    poolSize: config.DATABASE_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS === 'on',
    applicationName,
  });
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await embedded?.stop();
  };
  return { server, dataSource, directUrl, close };
}

/** A PostgreSQL server, and how errors refer to it. */
interface Server {
  readonly name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'the embedded PostgreSQL';
  readonly url: string;
}

/** Runs work on an open data source. Opens it if it is closed. @throws DatabaseError */
async function withOpen(server: Server, dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  try {
    if (!dataSource.isInitialized) await dataSource.initialize();
    await work();
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseError(problemOf(error, server));
  }
}

/** Migrations need two connections at the same time. */
const MIGRATION_POOL_SIZE = 2;

async function migrateDirectly(server: Server, log: (line: string) => void): Promise<void> {
  const dataSource = createDataSource({ url: server.url, poolSize: MIGRATION_POOL_SIZE });
  try {
    await withOpen(server, dataSource, () => updateSchema(dataSource, log));
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

async function assertMigrated(dataSource: DataSource): Promise<void> {
  const problem = await schemaProblem(dataSource).catch(({ message }: Error) => message);
  if (problem) {
    throw new DatabaseError(
      `DATABASE_DIRECT_URL does not lead to the database of DATABASE_URL: after migrations there, ${problem}`,
    );
  }
}

async function updateSchema(dataSource: DataSource, log: (line: string) => void): Promise<void> {
  const ran = await migrate(dataSource);
  const noun = ran.length === 1 ? 'migration' : 'migrations';
  if (ran.length > 0) log(`Database schema updated (${ran.length} ${noun})`);
}

async function embeddedServer(dataDir: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, log });
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new DatabaseError(error.message) : error;
  }
}

/** Several services can share an embedded database. By mistake, they would count the same limits separately. */
async function reportOthers(
  dataSource: DataSource,
  { DATA_DIR }: DatabaseConfig,
  log: (line: string) => void,
): Promise<void> {
  if (!(await hasOtherServices(dataSource))) return;
  log(
    `Another service or worker already uses the database in ${DATA_DIR}. If this is a mistake, stop one of them, or set another DATA_DIR. ` +
      'If two services share it, set RATE_LIMIT_STORE=postgres for both',
  );
}

async function assertUsable(dataSource: DataSource, log: (line: string) => void): Promise<void> {
  const [{ major, exempt }] = await dataSource.query<[{ major: number; exempt: boolean }]>(`
    SELECT current_setting('server_version_num')::integer / 10000 AS major,
      (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS exempt`);
  if (major < OLDEST_POSTGRES) {
    throw new DatabaseError(
      `DATABASE_URL: PostgreSQL ${OLDEST_POSTGRES} or newer is required; this server is version ${major}`,
    );
  }
  if (exempt) {
    log(
      'DATABASE_URL: this role bypasses row-level security; use a role without superuser or BYPASSRLS for better isolation',
    );
  }
}

async function assertUnicode(dataSource: DataSource): Promise<void> {
  const [{ has }] = await dataSource.query<[{ has: boolean }]>(`SELECT ${HAS_UNICODE} AS has`);
  if (!has) throw new DatabaseError(`DATABASE_URL: ${NO_UNICODE}`);
}

/** Names the host, port, and database, never the password. */
function problemOf(error: unknown, { name, url }: Server): string {
  const reason = reasonOf(error);
  const { hostname, port, pathname } = new URL(url);
  const where = `${hostname}:${port || 5432}${pathname}`;
  return name === 'the embedded PostgreSQL'
    ? `Cannot use the embedded PostgreSQL at ${where}: ${reason}${fullDiskRemedy(reason)}`
    : `${name}: cannot use PostgreSQL at ${where}: ${reason}${remedyFor(error)}`;
}

/** OpenSSL's error codes for a certificate of an unknown authority. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/;

function remedyFor(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === '53100') return '. Free some space on the disk of PostgreSQL, and start again';
  if (code === '26000' || code === '42P05') {
    return '. If this is a connection pooler without prepared statements, set DATABASE_PREPARED_STATEMENTS=off';
  }
  if (!code || !UNKNOWN_AUTHORITY.test(code)) return '';
  return '. Set the CA certificate file in the URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem';
}
