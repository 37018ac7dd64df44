import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, openCluster } from './cluster';
import { EmbeddedPostgresError, fileError } from './embedded-postgres.error';
import { choosePort, Deadline, findPostmaster, startPostmaster, stopPostmaster } from './postmaster';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Default: true. Tests use false, which trades crash safety for speed. */
  readonly durable?: boolean;
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** URL for the role `feedback`. It owns the database but isn't a superuser, so row-level security applies to it. */
  readonly url: string;
  /** URL for the superuser, in the database `postgres`. */
  readonly adminUrl: string;
  /** Releases the server for this process. The last process to do so stops the server. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in `<dataDir>/postgres` on a loopback port, or uses the one that is running there. Any
 * number of processes can share it; a killed process stops counting. While any process uses it, a server that crashes
 * is restarted on the same port.
 * Rejects with an EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, log = () => {} } = options;
  const { cluster, holder } = await open(resolve(dataDir), durable, log);
  const url = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${holder.port}/${database}`;
  return {
    url: url('feedback', cluster.rolePassword, 'feedback'),
    adminUrl: url('postgres', cluster.password, 'postgres'),
    stop: () => holder.stop(),
  };
}

async function open(dataDir: string, durable: boolean, log: (line: string) => void) {
  try {
    const cluster = await openCluster(dataDir, durable, log);
    const holder = new Holder(cluster, durable, log);
    await holder.start();
    return { cluster, holder };
  } catch (error) {
    const isFromFileSystem = typeof (error as NodeJS.ErrnoException).path === 'string';
    throw isFromFileSystem ? fileError('Cannot use the data directory', dataDir, error) : error;
  }
}

/** Advisory lock: shared while a process uses the server; exclusive to stop it. */
const HOLD_LOCK = '4901178534';
const PROVISION_LOCK = '4901178535';

const TIMEOUT_MS = 60_000;
const MAX_BACKOFF_MS = 5_000;

/** Error codes of a server that is starting, stopping, or gone. These are retried; any other code is an error. */
const TRANSIENT = /^(ECONN|EPIPE|57P0|08|53300)/;

class Holder {
  port = 0;
  private connection: Client | undefined;
  private recovery: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;
  private readonly stopController = new AbortController();

  constructor(
    private readonly cluster: Cluster,
    private readonly durable: boolean,
    private readonly log: (line: string) => void,
  ) {}

  async start(): Promise<void> {
    await this.hold();
  }

  stop(): Promise<void> {
    return (this.stopping ??= this.release());
  }

  /** Returns once a connection holds the shared lock, regardless of which process started the server. */
  private async hold(): Promise<void> {
    const deadline = new Deadline(TIMEOUT_MS, this.log);
    for (;;) {
      const running = findPostmaster(this.cluster);
      if (!running) {
        // Checked only here: once a server is starting, wait for it, so that `release` can stop it.
        this.stopController.signal.throwIfAborted();
        const port = this.port || (await choosePort(this.cluster));
        if (!(await startPostmaster(this.cluster, port, this.durable, deadline))) {
          await deadline.pause(
            `port ${port} to become free, or PostgreSQL in ${this.cluster.directory} to start`,
            100,
          );
        }
      } else if (this.port && running.port !== this.port && running.port) {
        throw new EmbeddedPostgresError(
          `PostgreSQL restarted on port ${running.port} instead of ${this.port}. Restart this process.`,
        );
      } else if (running.port && (await this.connect(running.port))) {
        this.port = running.port;
        return;
      } else {
        await deadline.pause(`PostgreSQL in ${this.cluster.directory} (pid ${running.pid}) to start or stop`);
      }
    }
  }

  /** Returns false if the server isn't running, or if the last process is stopping it. */
  private async connect(port: number): Promise<boolean> {
    const client = this.client(port);
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>(
        `SELECT pg_try_advisory_lock_shared(${HOLD_LOCK}) AS held`,
      );
      if (rows[0]?.held) {
        await provision(client, this.cluster.rolePassword);
        client.once('end', () => this.onConnectionLost(client));
        this.connection = client;
        return true;
      }
    } catch (error) {
      const { code = 'ECONN', message } = error as { code?: string; message: string };
      if (!TRANSIENT.test(code)) {
        void client.end().catch(() => {});
        throw new EmbeddedPostgresError(
          `PostgreSQL in ${this.cluster.directory} rejected the password in ${this.cluster.home}/password, or its setup failed: ${message}`,
        );
      }
    }
    void client.end().catch(() => {});
    return false;
  }

  private client(port: number): Client {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: this.cluster.password,
      database: 'postgres',
      application_name: 'feedback-service holder',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => {}); // 'end' follows
    return client;
  }

  private onConnectionLost(client: Client): void {
    if (this.connection !== client) return;
    this.connection = undefined;
    if (!this.stopping) this.recovery ??= this.recover().finally(() => (this.recovery = undefined));
  }

  private async recover(): Promise<void> {
    this.log(`Lost the connection to PostgreSQL on port ${this.port}. Reconnecting …`);
    let lastLogged = '';
    for (let wait = 100; !this.stopController.signal.aborted; wait = Math.min(wait * 2, MAX_BACKOFF_MS)) {
      try {
        await this.hold();
        this.log(`Reconnected to PostgreSQL on port ${this.port}`);
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastLogged && !this.stopController.signal.aborted) this.log((lastLogged = message));
        await sleep(wait, undefined, { signal: this.stopController.signal }).catch(() => {});
      }
    }
  }

  private async release(): Promise<void> {
    this.stopController.abort(new EmbeddedPostgresError('PostgreSQL was stopped before it was ready'));
    await this.recovery;
    const running = findPostmaster(this.cluster);
    if (!this.connection && !(running && (await this.connect(running.port).catch(() => false)))) return;
    const client = this.connection!;
    this.connection = undefined;
    try {
      await client.query(`SELECT pg_advisory_unlock_shared(${HOLD_LOCK})`);
      const { rows } = await client.query<{ last: boolean }>(
        `SELECT pg_try_advisory_lock(${HOLD_LOCK}) AS last`,
      );
      if (rows[0]?.last) await stopPostmaster(this.cluster, new Deadline(TIMEOUT_MS, this.log));
    } catch (error) {
      // Ignore connection errors: a server that has died doesn't need to be stopped. Log a server that doesn't stop.
      if (error instanceof EmbeddedPostgresError) this.log(error.message);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Creates the role and its database if they are missing, for example after a first start that was killed. */
async function provision(client: Client, rolePassword: string): Promise<void> {
  const exists = async (sql: string) => (await client.query(sql)).rows.length > 0;
  const database = `SELECT FROM pg_database WHERE datname = 'feedback'`;
  if (await exists(database)) return;
  await client.query(`SELECT pg_advisory_lock(${PROVISION_LOCK})`);
  try {
    if (!(await exists(`SELECT FROM pg_roles WHERE rolname = 'feedback'`))) {
      await client.query(`CREATE ROLE feedback LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${rolePassword}'`);
    }
    if (!(await exists(database))) await client.query('CREATE DATABASE feedback OWNER feedback');
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${PROVISION_LOCK})`);
  }
}
