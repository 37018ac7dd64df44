import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded';

/** A primary, and a hot standby that replays its write-ahead log. */
export interface ReplicatedServer {
  readonly primary: Pick<EmbeddedPostgres, 'url' | 'adminUrl'>;
  readonly replica: TestReplica;
  stop(): Promise<void>;
}

export interface TestReplica {
  /** URL for a role like the service's. */
  readonly url: string;
  /** Stops the replay. What the primary writes from now on is not visible on the replica. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Runs a statement as superuser. */
  query<R>(statement: string): Promise<R[]>;
  /** Kills the server. It starts again by itself, on the same port. */
  kill(): void;
}

/** Creates both servers, in about five seconds. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const root = mkdtempSync(join(tmpdir(), 'feedback-replica-'));
  const [dataDir, copyDir] = [join(root, 'primary'), join(root, 'replica')];
  // Only creates the files.
  const fresh = await startEmbeddedPostgres({ dataDir, durable: false });
  await fresh.stop();
  mkdirSync(copyDir, { mode: 0o700 });
  // Keeps the owner: as root, PostgreSQL runs as another user.
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), copyDir]);
  const primary = await startEmbeddedPostgres({ dataDir });
  followPrimary(copyDir, primary.adminUrl);
  const server = await startEmbeddedPostgres({ dataDir: copyDir });
  const query = <R>(statement: string) => ask<R>(server.adminUrl, statement);
  return {
    primary,
    replica: {
      url: server.url,
      query,
      // The pause takes effect before the next record, not in the middle of one.
      pause: async () => {
        await query('SELECT pg_wal_replay_pause()');
        await until(query, `SELECT FROM pg_get_wal_replay_pause_state() AS state WHERE state = 'paused'`);
      },
      resume: async () => void (await query('SELECT pg_wal_replay_resume()')),
      kill: () => process.kill(pidOf(copyDir), 'SIGKILL'),
    },
    stop: async () => {
      await server.stop();
      await primary.stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Makes the copy a standby, on another port. */
function followPrimary(copyDir: string, primaryUrl: string): void {
  const cluster = join(copyDir, 'postgres/cluster');
  const { hostname, port, username, password } = new URL(primaryUrl);
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  writeFileSync(join(cluster, 'standby.signal'), '');
  rmSync(join(copyDir, 'postgres/port'), { force: true });
}

const pidOf = (copyDir: string): number =>
  Number(readFileSync(join(copyDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]);

async function ask<R>(connectionString: string, statement: string): Promise<R[]> {
  const url = new URL(connectionString);
  url.pathname = '/feedback';
  const client = new Client({ connectionString: url.toString() });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

async function until(query: TestReplica['query'], statement: string): Promise<void> {
  while ((await query(statement)).length === 0) await new Promise((next) => setTimeout(next, 10));
}
