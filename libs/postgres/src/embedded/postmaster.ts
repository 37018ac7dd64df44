import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENV } from './binaries';
import { type Cluster, directoryArgument } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It takes connections; otherwise it is on its way up or down. */
  readonly ready: boolean;
}

/** Says which cluster a process serves, in its command line. */
function tagOf(cluster: Cluster): string {
  const { dev, ino } = statSync(cluster.directory);
  return `cluster_name=feedback-${dev}-${ino}`;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A week of files, each begun anew: the log cannot grow for ever.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_file_mode: '0600',
  // Errors of a statement go to its client; their texts quote what users wrote, so they never rest here.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // Keeps the visibility map fresh in tables that only grow, so that counts read the index alone.
  autovacuum_vacuum_insert_scale_factor: '0.02',
};

/** For tests, of which many run at once. */
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/** What `postmaster.pid` says, when that process lives and serves this cluster. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const lines = readPidFile(cluster)?.split('\n');
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!(pid > 0) || !serves(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Runs a server and waits until it is ready (true), or until it ended because another starter was first
 * or the port was taken (false).
 */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  durable: boolean,
  deadline: Deadline,
): Promise<boolean> {
  disarmStalePid(cluster);
  const settings = { ...SETTINGS, ...(durable ? {} : CARELESS), port: String(port) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openOutput(cluster);
  const logged = logSizes(cluster);
  try {
    // Its own session, so that Ctrl-C in our terminal reaches us alone: we drain first, then stop it.
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

/** False: look again, another server is there or the port is gone. */
function explainEnd(cluster: Cluster, ended: string, output: string): false {
  if (
    /lock file "postmaster.pid" (already exists|is empty)|could not create any TCP\/IP sockets/.test(output)
  )
    return false;
  if (/pre-existing shared memory block .* is still in use/.test(output)) return false;
  const fatal = output.split('\n').filter((line) => /FATAL|PANIC/.test(line));
  const why =
    fatal.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? (output.trim().split('\n').at(-1) || ended);
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${cluster.directory} did not start: ${why}${remedyFor(why, cluster)}`,
  );
}

/** PostgreSQL can't tell whether a server runs, and neither can we. */
function remedyFor(why: string, { directory }: Cluster): string {
  if (!why.includes('bogus data in lock file')) return '';
  return `. Make sure that no PostgreSQL uses this directory, delete ${join(directory, 'postmaster.pid')}, and start again`;
}

/** Fast shutdown: transactions are rolled back, the data is written, then the server ends. */
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

/** The port of the last run when it is free, so that addresses people noted down stay true; else any free one. */
export async function choosePort(cluster: Cluster): Promise<number> {
  const last = Number(readOr(join(cluster.home, 'port'), '0'));
  const isPort = Number.isInteger(last) && last > 1023 && last < 65_536;
  return (isPort && (await freePort(last))) || (await freePort(0))!;
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
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
    // Only a preference.
  }
}

/** Bounds a wait, and says after a second what is waited for. */
export class Deadline {
  private readonly started = Date.now();
  private told = false;

  constructor(
    private readonly milliseconds: number,
    private readonly log: (line: string) => void,
  ) {}

  /** Rejects when the time is up. */
  async pause(what: string, milliseconds = 25): Promise<void> {
    const waited = Date.now() - this.started;
    if (waited > this.milliseconds) {
      throw new EmbeddedPostgresError(`waited ${Math.round(waited / 1000)} s in vain for ${what}`);
    }
    if (waited > 1000 && !this.told) {
      this.told = true;
      this.log(`waiting for ${what}`);
    }
    await sleep(milliseconds);
  }
}

function readPidFile(cluster: Cluster): string | undefined {
  return readOr(join(cluster.directory, 'postmaster.pid'), undefined);
}

function readOr<Fallback>(path: string, fallback: Fallback): string | Fallback {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

/**
 * After kill -9 of everything the pid in `postmaster.pid` may live again as any process, and PostgreSQL would
 * take it for a running server. A server's own parent it does not fear: put ourselves there.
 * (Removing the file would also remove PostgreSQL's check for orphaned backends.)
 *
 * A file is empty for the moment in which another starter makes it, and for ever when the machine lost its power in
 * that moment.
 */
function disarmStalePid(cluster: Cluster): void {
  const text = readPidFile(cluster);
  if (text === undefined || findPostmaster(cluster)) return;
  const file = join(cluster.directory, 'postmaster.pid');
  if (text !== '') overwrite(file, text.replace(/^-?\d+/, String(process.pid)));
  else if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > BEING_MADE_MS) {
    rmSync(file, { force: true });
  }
}

const BEING_MADE_MS = 5_000;

/** In place: at no moment is the file empty, or somebody else's. */
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

/** Undefined when there is no such process; a zombie has no arguments. */
function commandLine(pid: number): string[] | undefined {
  if (process.platform === 'linux') {
    return readOr(`/proc/${pid}/cmdline`, undefined)?.split('\0');
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

/** For what the server says before its log exists. A file without a name: nothing stays, no pipe hangs. */
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
