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
import { type Account, type Binaries, findBinaries, SERVER_ENV, serverAccount } from './binaries';
import { EmbeddedPostgresError, refused } from './embedded-postgres.error';

/** A data directory that is ready to be served. */
export interface Cluster {
  /** PostgreSQL's own data directory. */
  readonly directory: string;
  /** What surrounds it: `password` and `port`. */
  readonly home: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** Of the superuser `postgres`. */
  readonly password: string;
  /** Of the role `feedback`; follows from the superuser's, so that one secret rests on disk. */
  readonly rolePassword: string;
}

/** Parents first. Not `recursive: true`, which never returns where the system itself refuses, as below /proc. */
function makeDirectory(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another starter was faster.
    if (!isThere()) throw error;
  }
}

/** Whether there is one below `dataDir`. One that may not be looked into counts: opening it says why. */
export function hasCluster(dataDir: string): boolean {
  try {
    statSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Finds the cluster below `dataDir`, or makes one; a half-made one is never seen. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  const home = join(dataDir, 'postgres');
  const directory = join(home, 'cluster');
  // First of all: without binaries the answer is another one (DATABASE_URL), whatever the directory is like.
  const account = serverAccount(directory);
  const binaries = findBinaries(account);
  try {
    makeDirectory(dataDir);
  } catch (error) {
    throw refused('cannot use the data directory', dataDir, error);
  }
  refuseForeign(dataDir, home);
  removeAbandoned(dataDir);
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    if (existsSync(home) && readdirSync(home).length > 0) {
      throw new EmbeddedPostgresError(`${home} holds no PostgreSQL cluster: move it away or restore it`);
    }
    log(`creating a PostgreSQL cluster in ${home}`);
    await createCluster(dataDir, home, binaries, account, durable);
  }
  adopt(directory, account);
  const version = readText(join(directory, 'PG_VERSION'));
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `${directory} was written by PostgreSQL ${version}, but this service brings PostgreSQL ${binaries.major}: move the data with pg_dump, or choose another data directory`,
    );
  }
  const password = readText(join(home, 'password'));
  const rolePassword = createHmac('sha256', password).update('role feedback').digest('hex');
  return { directory, home, binaries, account, password, rolePassword };
}

/**
 * How PostgreSQL is told its directory. As another user than ourselves it may have no way to the path
 * (a clone below /root): on Linux it starts inside and calls it its working directory.
 */
export function directoryArgument(cluster: Pick<Cluster, 'directory' | 'account'>): string {
  return cluster.account && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster.directory;
}

function refuseForeign(dataDir: string, home: string): void {
  const self = process.getuid?.();
  if (!self || !existsSync(home)) return;
  const { uid } = statSync(home);
  if (uid === self) return;
  throw new EmbeddedPostgresError(
    `the data directory ${dataDir} belongs to another user (${home} to uid ${uid}, this process is uid ${self})`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw refused('cannot read', path, error);
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
    if (existsSync(join(home, 'cluster', 'PG_VERSION'))) return; // another starter was faster
    if (error instanceof EmbeddedPostgresError) throw error;
    throw refused('cannot write to the data directory', dataDir, error);
  }
}

/** Case mapping of pg_trgm follows LC_CTYPE, and under plain C it would drop every letter beyond ASCII. */
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
  if (problem) throw new EmbeddedPostgresError(`initdb failed in ${directory}: ${problem}`);
}

/** Empty when it worked, else its error line. The password comes in on stdin, an open file. */
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

/** Leftovers of starters that were killed. A pid lives again sooner or later, hence the age. */
function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres\.tmp-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(dataDir, name);
    try {
      const old = Date.now() - statSync(path).mtimeMs > 10 * 60_000;
      if (old || !isAlive(Number(pid))) rmSync(path, { recursive: true, force: true });
    } catch {
      // Its orphaned initdb may still be writing; the next start takes it away.
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

/** A copy restored by root belongs to root, and no server may run on it: hand it to the server's user. */
function adopt(directory: string, account: Account | undefined): void {
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
