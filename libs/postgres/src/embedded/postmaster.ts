import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { renameSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENV } from './binaries';
import { type Cluster, directoryArgument } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { fileProblem, fullDiskRemedy } from './file-problem';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** True if it accepts connections; false while it starts or stops. */
  readonly ready: boolean;
}

/** Command line argument that identifies the cluster of a server process. */
function tagOf(cluster: Cluster): string {
  const { dev, ino } = statSync(cluster.directory);
  return `cluster_name=feedback-${dev}-${ino}`;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One file per weekday, truncated before reuse, to limit the size of the logs.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_file_mode: '0600',
  // Don't log statement errors: they contain user input. The client gets them anyway.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // Vacuum insert-only tables often, to keep the visibility map current, so that counts use index-only scans.
  autovacuum_vacuum_insert_scale_factor: '0.02',
  // For several processes of the service: 300 of their pools, and one of each process and of operator commands.
  max_connections: '400',
};

/** Settings for tests: no crash safety. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Reads `postmaster.pid`. Returns undefined unless that process is running and serves this cluster. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const lines = readPidFile(cluster)?.split('\n');
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!(pid > 0) || !serves(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Starts a server. Returns true once it is ready, or false if it exited because another process had started one or the
 * port was in use.
 */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  durable: boolean,
  deadline: Deadline,
): Promise<boolean> {
  disarmStalePid(cluster);
  const settings = { ...SETTINGS, ...(durable ? {} : TEST_SETTINGS), port: String(port) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openOutput(cluster);
  const logged = logSizes(cluster);
  try {
    // Runs in its own session, so that Ctrl+C reaches only this process, which first completes its requests.
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', directoryArgument(cluster), '-c', tagOf(cluster), ...options],
      {
        ...cluster.account,
        cwd: cluster.directory,
        env: SERVER_ENV,
        detached: true,
        stdio: ['ignore', output, output],
        windowsHide: true,
      },
    );
    child.unref();
    let ended: string | undefined;
    child.on('error', (error) => (ended = error.message));
    child.on('exit', (status, signal) => (ended ??= signal ?? `status ${status}`));
    while (ended === undefined) {
      const running = findPostmaster(cluster);
      if (running?.ready && running.pid === child.pid) {
        rememberPort(cluster, running.port);
        return true;
      }
      await deadline.pause(`PostgreSQL in ${cluster.directory} to start`);
    }
    return explainEnd(cluster, ended, readAll(output) + newLog(cluster, logged));
  } finally {
    closeSync(output);
  }
}

/** Returns false if another server is running or the port is in use, so that the caller retries. Otherwise, throws. */
function explainEnd(cluster: Cluster, ended: string, output: string): false {
  if (
    /lock file "postmaster.pid" (already exists|is empty)|could not create any TCP\/IP sockets/.test(output)
  )
    return false;
  if (/pre-existing shared memory block .* is still in use/.test(output)) return false;
  const fatal = output.split('\n').filter((line) => /FATAL|PANIC/.test(line));
  const why =
    fatal.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ??
    (output.trim().split('\n').at(-1) || fullDisk(cluster) || ended);
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${cluster.directory} did not start: ${why}${remedyFor(why, cluster)}`,
  );
}

/** Without space on the disk, the server can't write why it ends. */
function fullDisk({ directory }: Cluster): string {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < FULL_BELOW_BYTES ? fileProblem({ code: 'ENOSPC' }) : '';
}

const FULL_BELOW_BYTES = 1024 * 1024;

/**
 * Suggests a fix for a full disk, and for a corrupt lock file: neither PostgreSQL nor this process can tell whether a
 * server is running.
 */
function remedyFor(why: string, { directory }: Cluster): string {
  if (!why.includes('bogus data in lock file')) return fullDiskRemedy(why);
  return `. Make sure that no PostgreSQL server uses this directory, delete ${join(directory, 'postmaster.pid')}, and start again.`;
}

/** Performs a fast shutdown: PostgreSQL rolls back open transactions, writes its data, and exits. */
export async function stopPostmaster(cluster: Cluster, deadline: Deadline): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  if (process.platform === 'win32') {
    spawnSync(cluster.binaries.pgCtl, ['kill', 'INT', String(running.pid)], { windowsHide: true });
  } else {
    process.kill(running.pid, 'SIGINT');
  }
  while (serves(running.pid, cluster)) {
    await deadline.pause(`PostgreSQL in ${cluster.directory} to stop`);
  }
}

/** Returns the port of the last run if it is free, so that saved connection URLs keep working, or any free port. */
export async function choosePort(cluster: Cluster): Promise<number> {
  const last = Number(readFileOr(join(cluster.home, 'port'), '0'));
  const isPort = Number.isInteger(last) && last > 1023 && last < 65_536;
  return (isPort && (await freePort(last))) || (await freePort(0))!;
}

function freePort(requestedPort: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(requestedPort, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function rememberPort(cluster: Cluster, port: number): void {
  try {
    const next = join(cluster.home, `port.${randomBytes(4).toString('hex')}`);
    writeFileSync(next, `${port}\n`);
    renameSync(next, join(cluster.home, 'port'));
  } catch {
    // Optional: without the file, the next start picks another port.
  }
}

/** Limits how long to wait. After one second, logs what it is waiting for. */
export class Deadline {
  private readonly started = Date.now();
  private hasLogged = false;

  constructor(
    private readonly milliseconds: number,
    private readonly log: (line: string) => void,
  ) {}

  /** Rejects if the time limit has passed. */
  async pause(what: string, milliseconds = 25): Promise<void> {
    const waited = Date.now() - this.started;
    if (waited > this.milliseconds) {
      throw new EmbeddedPostgresError(
        `Timed out after ${Math.round(waited / 1000)} s while waiting for ${what}`,
      );
    }
    if (waited > 1000 && !this.hasLogged) {
      this.hasLogged = true;
      this.log(`Waiting for ${what}`);
    }
    await sleep(milliseconds);
  }
}

function readPidFile(cluster: Cluster): string | undefined {
  return readFileOr(join(cluster.directory, 'postmaster.pid'), undefined);
}

function readFileOr<Fallback>(path: string, fallback: Fallback): string | Fallback {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

/**
 * After everything was killed with kill -9, the pid in `postmaster.pid` may belong to an unrelated process, which
 * PostgreSQL would take for a running server. PostgreSQL ignores the pid of its own parent, so write the pid of this
 * process to the file. (Deleting the file would also disable PostgreSQL's check for orphaned backends.)
 *
 * The file is briefly empty while another process creates it, and stays empty if the machine loses power at that time.
 * An empty file is deleted once it is too old to be in creation.
 */
function disarmStalePid(cluster: Cluster): void {
  const text = readPidFile(cluster);
  if (text === undefined || findPostmaster(cluster)) return;
  const file = join(cluster.directory, 'postmaster.pid');
  if (text !== '') overwrite(file, text.replace(/^-?\d+/, String(process.pid)));
  else if (
    Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >
    EMPTY_FILE_GRACE_MS
  ) {
    rmSync(file, { force: true });
  }
}

const EMPTY_FILE_GRACE_MS = 5_000;

/** Overwrites the file in place, so that it is never empty and keeps its owner. */
function overwrite(file: string, text: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    ftruncateSync(descriptor, writeSync(descriptor, text, 0));
  } finally {
    closeSync(descriptor);
  }
}

function serves(pid: number, cluster: Cluster): boolean {
  const command = commandLine(pid);
  if (command === undefined) return false;
  if (process.platform === 'win32') return true;
  const [program = '', ...args] = command;
  return (
    basename(program) === 'postgres' && (args.includes(tagOf(cluster)) || args.includes(cluster.directory))
  );
}

/** Returns undefined if the process doesn't exist. A zombie process has no arguments. */
function commandLine(pid: number): string[] | undefined {
  if (process.platform === 'linux') {
    return readFileOr(`/proc/${pid}/cmdline`, undefined)?.split('\0');
  }
  try {
    if (process.platform === 'win32') return process.kill(pid, 0) ? [] : undefined;
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Opens a file for the output of the server before its log exists. The file is deleted while open, so nothing is left
 * behind. Unlike a pipe, it can't block.
 */
function openOutput(cluster: Cluster): number {
  const path = join(cluster.home, `start-${randomBytes(4).toString('hex')}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path, { force: true });
  return file;
}

function readAll(file: number): string {
  const buffer = Buffer.alloc(Math.min(fstatSync(file).size, 64 * 1024));
  return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0));
}

function logSizes(cluster: Cluster): Map<string, number> {
  const directory = join(cluster.directory, 'log');
  try {
    return new Map(readdirSync(directory).map((name) => [name, statSync(join(directory, name)).size]));
  } catch {
    return new Map();
  }
}

function newLog(cluster: Cluster, before: Map<string, number>): string {
  return [...logSizes(cluster)]
    .filter(([name, size]) => size !== before.get(name))
    .map(([name, size]) => {
      const bytes = readFileSync(join(cluster.directory, 'log', name));
      const from = before.get(name) ?? 0;
      return bytes.toString('utf8', from < size ? from : 0);
    })
    .join('');
}
