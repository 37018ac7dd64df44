import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error';

/** The system user that runs PostgreSQL if this process runs as root, because PostgreSQL can't run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version, in the format of the PG_VERSION file. */
  readonly major: string;
}

const CACHE = '/var/cache/feedback-service';

/** A fixed environment, so that variables of this process (PGPORT, LC_ALL, …) can't affect the server. */
export const SERVER_ENV =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/**
 * Returns the user to run the server as: undefined (the current user) unless this process runs as root. For root, the
 * owner of the existing cluster, otherwise `postgres` or `nobody`.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = users.find(([login, , uid]) => login === name && Number(uid) > 0);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot run as root, and /etc/passwd has no user named postgres or nobody. Start the service as another user, or set DATABASE_URL.',
  );
}

/** Finds the binaries from npm, and copies them if `account` can't execute them in node_modules. */
export function findBinaries(account: Account | undefined): Binaries {
  const native = installedBinaries();
  let result = probe(native, account);
  if (typeof result === 'string' && account) {
    for (const copy of copies(native)) {
      result = probe(copy, account);
      if (typeof result !== 'string') break;
    }
  }
  if (typeof result !== 'string') return result;
  throw new EmbeddedPostgresError(`Cannot run the PostgreSQL binaries in ${native}: ${result}`);
}

function installedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not available on this machine (package ${name} is not installed). Set DATABASE_URL to use your own PostgreSQL 15 or newer.`,
    );
  }
}

/** Returns the binaries if they run, otherwise an error message. */
function probe(native: string, account: Account | undefined): Binaries | string {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [initdb, postgres, pgCtl] = ['initdb', 'postgres', 'pg_ctl'].map((name) =>
    join(native, 'bin', name + suffix),
  ) as [string, string, string];
  const run = spawnSync(postgres, ['--version'], { ...account, cwd: '/', env: SERVER_ENV, encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (major) return { initdb, postgres, pgCtl, major };
  const why = run.error?.message ?? (run.stderr.trim().split('\n')[0] || `status ${run.status}`);
  return account ? `${why} (as user ${account.uid})` : why;
}

/** Copies the binaries to where an unprivileged user can execute them, for a clone in root's home directory. */
function* copies(native: string): Generator<string> {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const cached = join(CACHE, `postgresql-${version}`);
  try {
    if (!existsSync(cached)) copyReadable(native, cached);
    if (onlyRootWrites(CACHE) && onlyRootWrites(cached)) yield cached;
  } catch {
    // /var/cache is read-only or full. Use a temporary directory instead.
  }
  const temporary = mkdtempSync(join(tmpdir(), 'feedback-service-postgresql-'));
  copyReadable(native, join(temporary, 'native'));
  chmodSync(temporary, 0o755);
  yield join(temporary, 'native');
}

function onlyRootWrites(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return uid === 0 && (mode & 0o022) === 0;
}

/** Renames the finished copy into place, so that an interrupted copy never looks complete. */
function copyReadable(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const unfinished = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
  try {
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    makeReadableByAll(unfinished);
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function makeReadableByAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeReadableByAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644);
  }
}
