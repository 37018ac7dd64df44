import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fullDiskRemedy } from './file-problem';
import { type Account, type Binaries, findBinaries, SERVER_ENV, serverAccount } from './binaries';
import { EmbeddedPostgresError, fileError } from './embedded-postgres.error';

/** An initialized database cluster that a server can start on. */
export interface Cluster {
  /** PostgreSQL's own data directory. */
  readonly directory: string;
  /** The parent directory, which also contains the files `password` and `port`. */
  readonly home: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** Password of the superuser `postgres`. */
  readonly password: string;
  /** Password of the role `feedback`. Derived from the superuser's, so that only one secret is stored on disk. */
  readonly rolePassword: string;
}

/** Creates the directory and its parents. Doesn't use `recursive: true`, which never returns for paths under /proc. */
function makeDirectory(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process has created it in the meantime.
    if (!isThere()) throw error;
  }
}

/** True if `dataDir` contains a cluster. Also true if it can't be read: opening it then reports the reason. */
export function hasCluster(dataDir: string): boolean {
  try {
    statSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** docs/operating/update.md */
const UPGRADE =
  'With the version of the service that you ran before, run: npm run -s operator -- backup FILE. Then rename DATA_DIR, ' +
  'run with this version: npm run -s operator -- restore FILE, and copy secret-encryption-key from the old DATA_DIR to the new one.';

/** docs/operating/backup.md */
const RESTORE =
  'Other files can be damaged too, for example after a power failure. Rename DATA_DIR, run: npm run -s operator -- ' +
  'restore FILE, and copy secret-encryption-key from the old DATA_DIR to the new one.';

/** Opens the cluster in `dataDir`, or creates it. Other processes never see an incomplete cluster. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  // Checked first: without binaries, the user must set DATABASE_URL, regardless of the directory.
  const account = serverAccount(directory);
  const binaries = findBinaries(account);
  try {
    makeDirectory(dataDir);
  } catch (error) {
    throw fileError('Cannot use the data directory', dataDir, error);
  }
  assertOwnedByThisUser(dataDir, home);
  removeAbandoned(dataDir);
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    if (existsSync(home) && readdirSync(home).length > 0) {
      throw new EmbeddedPostgresError(
        `${home} does not contain a PostgreSQL cluster. Move it to another location, or restore it from a backup.`,
      );
    }
    log(`Creating a PostgreSQL database in ${home}`);
    await createCluster(dataDir, home, binaries, account, durable);
  }
  giveToServerUser(directory, account);
  const version = readText(join(directory, 'PG_VERSION'));
  if (!/^\d+$/.test(version)) {
    throw new EmbeddedPostgresError(
      `${directory}/PG_VERSION is damaged: it must contain the major version of PostgreSQL. ${RESTORE}`,
    );
  }
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `${directory} was created by PostgreSQL ${version}, but this version of the service includes PostgreSQL ${binaries.major}. ${UPGRADE}`,
    );
  }
  const password = readText(join(home, 'password'));
  const rolePassword = createHmac('sha256', password).update('role feedback').digest('hex');
  return { directory, home, binaries, account, password, rolePassword };
}

/**
 * Returns the data directory argument for PostgreSQL. If PostgreSQL runs as a different user, it may be unable to reach
 * the path (for example, a clone under /root). On Linux, it then starts inside the directory and uses /proc/self/cwd.
 */
export function directoryArgument(cluster: Pick<Cluster, 'directory' | 'account'>): string {
  return cluster.account && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster.directory;
}

function assertOwnedByThisUser(dataDir: string, home: string): void {
  const self = process.getuid?.();
  if (!self || !existsSync(home)) return;
  const { uid } = statSync(home);
  if (uid === self) return;
  throw new EmbeddedPostgresError(
    `The data directory ${dataDir} belongs to another user (${home} is owned by uid ${uid}, this process runs as uid ${self}). Run the service as that user, or use a different DATA_DIR.`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw fileError('Cannot read', path, error);
  }
}

async function createCluster(
  dataDir: string,
  home: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const temporary = join(dataDir, `postgres.tmp-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await initialize(temporary, binaries, account, durable);
    if (durable) syncDirectory(temporary);
    renameSync(temporary, home);
    if (durable) syncDirectory(dataDir);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    if (existsSync(join(home, 'cluster', 'PG_VERSION'))) return; // another process was faster
    if (error instanceof EmbeddedPostgresError) throw error;
    throw fileError('Cannot write to the data directory', dataDir, error);
  }
}

/** Locales to try, in order. pg_trgm uses LC_CTYPE for case mapping, and with plain C it drops non-ASCII letters. */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

async function initialize(
  temporary: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const directory = join(temporary, 'cluster');
  const passwordFile = join(temporary, 'password');
  mkdirSync(temporary, { mode: 0o700 });
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: durable });
  if (account) for (const path of [directory, passwordFile]) chownSync(path, account.uid, account.gid);

  let problem = '';
  for (const ctype of CTYPES) {
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--data-checksums'];
    options.push(
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    );
    if (!durable) options.push('--no-sync');
    problem = await initdb(binaries, directory, passwordFile, account, options);
    if (!/invalid locale name/.test(problem)) break;
  }
  if (problem)
    throw new EmbeddedPostgresError(`initdb failed in ${directory}: ${problem}${fullDiskRemedy(problem)}`);
}

/** Returns the error line of initdb, or an empty string if it succeeded. Passes the password file as stdin. */
function initdb(
  binaries: Binaries,
  directory: string,
  passwordFile: string,
  account: Account | undefined,
  options: string[],
): Promise<string> {
  const input = openSync(passwordFile, 'r');
  const pwfile = process.platform === 'win32' ? passwordFile : '/dev/stdin';
  const args = ['-D', directoryArgument({ directory, account }), `--pwfile=${pwfile}`, ...options];
  return new Promise<string>((resolve) => {
    const child = spawn(binaries.initdb, args, {
      ...account,
      cwd: directory,
      env: SERVER_ENV,
      stdio: [input, 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (status) => {
      const lines = output.split('\n').filter((line) => line.trim());
      const line = lines.find((text) => /error:|FATAL|PANIC/.test(text)) ?? lines.at(-1);
      resolve(status === 0 ? '' : (line?.trim() ?? `status ${status}`));
    });
  }).finally(() => closeSync(input));
}

/** Removes temporary directories of killed processes. Also removes old ones whose pid is in use again. */
function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres\.tmp-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(dataDir, name);
    try {
      const old = Date.now() - statSync(path).mtimeMs > 10 * 60_000;
      if (old || !isAlive(Number(pid))) rmSync(path, { recursive: true, force: true });
    } catch {
      // An orphaned initdb may still be writing. The next start removes the directory.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Gives a cluster that root restored from a backup to the server's user, because PostgreSQL can't run as root. */
function giveToServerUser(directory: string, account: Account | undefined): void {
  if (!account || statSync(directory).uid !== 0) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, name), account.uid, account.gid);
  }
  chownSync(directory, account.uid, account.gid);
}

function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
