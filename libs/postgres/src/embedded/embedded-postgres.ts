import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, openCluster } from './cluster';
import { EmbeddedPostgresError, refused } from './embedded-postgres.error';
import { choosePort, Deadline, findPostmaster, startPostmaster, stopPostmaster } from './postmaster';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Default true. False gives up crash safety for speed: for tests. */
  readonly durable?: boolean;
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Of the role `feedback`: no superuser, owner of the database; row-level security binds it. */
  readonly url: string;
  /** Of the superuser, in the database `postgres`. */
  readonly adminUrl: string;
  /** Gives up this process's hold; the last process to leave stops the server. Idempotent. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL of our own in `<dataDir>/postgres`, on a loopback port. Any number of processes may hold it at
 * once; one that was killed holds it no longer. While held, a server that dies is started again on its port.
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
    throw isFromFileSystem ? refused('cannot use the data directory', dataDir, error) : error;
  }
}

/** Who keeps it shared uses the server, who has it alone may stop it. */
const HOLD = '4901178534';
const PROVISION = '4901178535';

const PATIENCE = 60_000;
const LONGEST_BACK_OFF = 5_000;

/** The server ended, ends or begins under our hands: worth another look. All else is a fault. */
const PASSING = /^(ECONN|EPIPE|57P0|08|53300)/;

class Holder {
  port = 0;
  private connection: Client | undefined;
  private recovery: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;
  private readonly leaving = new AbortController();

  constructor(
    private readonly cluster: Cluster,
    private readonly durable: boolean,
    private readonly log: (line: string) => void,
  ) {}

  async start(): Promise<void> {
    await this.hold();
  }

  stop(): Promise<void> {
    return (this.stopping ??= this.leave());
  }

  /** Leaves with a connection that keeps the shared lock, whoever started the server. */
  private async hold(): Promise<void> {
    const deadline = new Deadline(PATIENCE, this.log);
    for (;;) {
      const running = findPostmaster(this.cluster);
      if (!running) {
        // Only here: a server we began to start is waited for, so that leaving can stop it.
        this.leaving.signal.throwIfAborted();
        const port = this.port || (await choosePort(this.cluster));
        if (!(await startPostmaster(this.cluster, port, this.durable, deadline))) {
          await deadline.pause(`port ${port} or the server in ${this.cluster.directory}`, 100);
        }
      } else if (this.port && running.port !== this.port && running.port) {
        throw new EmbeddedPostgresError(
          `PostgreSQL came back on port ${running.port} instead of ${this.port}: restart this process`,
        );
      } else if (running.port && (await this.connect(running.port))) {
        this.port = running.port;
        return;
      } else {
        await deadline.pause(`PostgreSQL in ${this.cluster.directory} (pid ${running.pid}) to start or stop`);
      }
    }
  }

  /** False when the server is not up, or is being stopped by the last one to leave. */
  private async connect(port: number): Promise<boolean> {
    const client = this.client(port);
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>(
        `SELECT pg_try_advisory_lock_shared(${HOLD}) AS held`,
      );
      if (rows[0]?.held) {
        await provision(client, this.cluster.rolePassword);
        client.once('end', () => this.lost(client));
        this.connection = client;
        return true;
      }
    } catch (error) {
      const { code = 'ECONN', message } = error as { code?: string; message: string };
      if (!PASSING.test(code)) {
        void client.end().catch(() => {});
        throw new EmbeddedPostgresError(
          `PostgreSQL in ${this.cluster.directory} refuses the password in ${this.cluster.home}/password or its setup: ${message}`,
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

  private lost(client: Client): void {
    if (this.connection !== client) return;
    this.connection = undefined;
    if (!this.stopping) this.recovery ??= this.recover().finally(() => (this.recovery = undefined));
  }

  private async recover(): Promise<void> {
    this.log(`lost PostgreSQL on port ${this.port}: bringing it back`);
    let told = '';
    for (let wait = 100; !this.leaving.signal.aborted; wait = Math.min(wait * 2, LONGEST_BACK_OFF)) {
      try {
        await this.hold();
        this.log(`PostgreSQL is back on port ${this.port}`);
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== told && !this.leaving.signal.aborted) this.log((told = message));
        await sleep(wait, undefined, { signal: this.leaving.signal }).catch(() => {});
      }
    }
  }

  private async leave(): Promise<void> {
    this.leaving.abort(new EmbeddedPostgresError('PostgreSQL is no longer wanted'));
    await this.recovery;
    const running = findPostmaster(this.cluster);
    if (!this.connection && !(running && (await this.connect(running.port).catch(() => false)))) return;
    const client = this.connection!;
    this.connection = undefined;
    try {
      await client.query(`SELECT pg_advisory_unlock_shared(${HOLD})`);
      const { rows } = await client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${HOLD}) AS last`);
      if (rows[0]?.last) await stopPostmaster(this.cluster, new Deadline(PATIENCE, this.log));
    } catch (error) {
      // A server that died meanwhile needs no stopping; one that does not end is worth a line.
      if (error instanceof EmbeddedPostgresError) this.log(error.message);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** The role and its database. A start that was killed halfway is completed by the next. */
async function provision(client: Client, rolePassword: string): Promise<void> {
  const exists = async (sql: string) => (await client.query(sql)).rows.length > 0;
  const database = `SELECT FROM pg_database WHERE datname = 'feedback'`;
  if (await exists(database)) return;
  await client.query(`SELECT pg_advisory_lock(${PROVISION})`);
  try {
    if (!(await exists(`SELECT FROM pg_roles WHERE rolname = 'feedback'`))) {
      await client.query(`CREATE ROLE feedback LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${rolePassword}'`);
    }
    if (!(await exists(database))) await client.query('CREATE DATABASE feedback OWNER feedback');
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${PROVISION})`);
  }
}
