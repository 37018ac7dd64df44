import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const INSTALLED = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Starts a server of the oldest PostgreSQL that is installed, or of this major version, with a cluster of its own and
 * default settings except these. Returns null if it is not installed.
 * @param {{ in: string, version?: string, settings?: Record<string, string | number> }} options
 */
export async function startInstalledPostgres({ in: parent, version, settings = {} }) {
  const programs = findPrograms(version);
  if (!programs) return null;
  const folder = mkdtempSync(join(parent, 'installed-postgres-'));
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const port = await freePort();
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const run = (program, ...args) =>
    execFileSync(join(programs, program), args, { ...OTHER_USER, stdio: ['ignore', 'ignore', 'inherit'] });

  /** Stops the server, unless it has already ended, and deletes its folder. */
  const stop = () => {
    spawnSync(join(programs, 'pg_ctl'), ['-w', '-D', data, '-m', 'immediate', 'stop'], OTHER_USER);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    chmodSync(folder, 0o755);
    if (OTHER_USER.uid) chownSync(folder, OTHER_USER.uid, OTHER_USER.gid);
    run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
    run('pg_ctl', '-w', '-D', data, '-l', log, '-o', options.join(' '), 'start');
  } catch (error) {
    if (existsSync(log)) process.stderr.write(readFileSync(log));
    stop();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    stop,
  };
}

function findPrograms(version) {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => a - b) : [];
  return versions
    .filter((one) => version === undefined || one === version)
    .map((one) => join(INSTALLED, one, 'bin'))
    .find((path) => existsSync(join(path, 'postgres')));
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
