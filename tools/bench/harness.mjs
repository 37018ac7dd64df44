/** Shared by all benchmarks: one database cluster, the services and baselines that use it, timers, and medians. */
import { execFile, fork, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startInstalledPostgres } from '../testing/installed-postgres.mjs';
import { onInterrupt } from '../interrupt.mjs';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
export const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);

const UNLIMITED = '1000000000';
const dataDir = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
const children = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let installed;
/** With BENCH_POSTGRES, the major version of an installed PostgreSQL, its settings are the default ones. */
async function startPostgres() {
  const version = process.env.BENCH_POSTGRES;
  if (!version || installed) return;
  installed = await startInstalledPostgres({ in: tmpdir(), version });
  if (!installed) throw new Error(`PostgreSQL ${version} is not installed`);
  print(`${installed.version}, default settings`);
  const client = new pg.Client({ connectionString: installed.url });
  await client.connect();
  await client.query(`CREATE ROLE feedback LOGIN`);
  await client.query(`CREATE DATABASE feedback OWNER feedback`);
  await client.end();
}

/** The service's environment for the database that all services share. */
const databaseEnv = () => (installed ? { DATABASE_URL: serviceUrl(), RATE_LIMIT_STORE: 'memory' } : {});

/** Starts a service without rate limits. All services share one database. */
export async function startService(env = {}) {
  await startPostgres();
  const port = await freePort();
  const start = performance.now();
  const child = fork('dist/apps/api/main.js', {
    // As `npm start`.
    execArgv: [...process.execArgv, '--max-semi-space-size=8'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      RATE_LIMIT_HOUR_FREE: UNLIMITED,
      RATE_LIMIT_MINUTE_FREE: UNLIMITED,
      SIGN_UP_PER_HOUR: '1000000',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      ...databaseEnv(),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const service = { child, origin: `http://127.0.0.1:${port}`, table: 'service' };
  children.push(child);
  for (;;) {
    if (child.exitCode !== null) throw new Error('The service did not start');
    const { status } = await request(service, '/readyz').catch(() => ({ status: 0 }));
    if (status === 200) return { ...service, startMs: performance.now() - start };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Starts the plain baseline server. It connects as superuser, without row-level security. */
export const startPlain = (accounts) => startBaseline('baseline', 'plain', superuserUrl(), accounts);

/** Starts the baseline server that does what the service does. It connects as the service. */
export const startSameDuties = (accounts) => startBaseline('same-duties', 'duties', serviceUrl(), accounts);

async function startBaseline(program, table, url, accounts) {
  const port = await freePort();
  const child = fork(`tools/bench/${program}.mjs`, {
    // The flags of the service.
    execArgv: [...process.execArgv, '--max-semi-space-size=8', '--no-allocation-site-pretenuring'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: url,
      KEYS: JSON.stringify(Object.fromEntries(accounts.map(({ key, accountId }) => [key, accountId]))),
    },
  });
  children.push(child);
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The baseline server did not start')));
  });
  return { child, origin: `http://127.0.0.1:${port}`, table };
}

/** Starts a program on a free port, and resolves when it accepts connections. */
export async function startProgram(program, argumentsFor) {
  const port = await freePort();
  const child = spawn(program, argumentsFor(port), { stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} did not start`);
    const { code } = await fetch(`http://127.0.0.1:${port}`).catch(({ cause }) => cause);
    if (code !== 'ECONNREFUSED') return port;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the database URL of the service's role. */
export function serviceUrl() {
  const url = new URL(superuserUrl());
  url.username = 'feedback';
  if (installed) return url.toString();
  url.password = createHmac('sha256', url.password).update('role feedback').digest('hex');
  return url.toString();
}

/** Returns the database URL of the superuser, who bypasses row-level security. */
export function superuserUrl() {
  if (installed) return installed.url.replace(/postgres$/, 'feedback');
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  const port = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[3].trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/feedback`;
}

export async function account(slug) {
  const { account_id } = await operator(
    ...['create-account', '--name', slug, '--slug', slug, '--email', `${slug}@example.com`],
    ...['--password', 'a passphrase for nothing'],
  );
  const { key } = await operator('issue-key', '--account', slug, '--name', 'bench');
  return { slug, accountId: account_id, key };
}

let large;
/** Returns the account with BENCH_ITEMS items. Creates it on first use. */
export async function largeAccount() {
  if (large) return large;
  large = await account('large');
  await seed(large, ITEMS);
  return large;
}

export async function seed({ slug }, items, { silent = false } = {}) {
  if (!silent) print(`Seeding ${items.toLocaleString('en')} items …`);
  const start = performance.now();
  await operator('seed', '--account', slug, '--items', String(items));
  // The service has closed connections that were idle during seeding.
  agent.destroy();
  if (items >= 100_000) print(`  ${formatSeconds(performance.now() - start)}`);
}

/** Runs an operator command and returns the object that it prints. */
export function operator(...command) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['dist/apps/api/operator.js', ...command, '--json'],
      { env: { ...process.env, DATA_DIR: dataDir, ...databaseEnv() } },
      (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))),
    );
    children.push(child);
  });
}

/** Sends one request on a keep-alive connection. `write` streams the body; otherwise, `body` is sent as JSON. */
export function request({ origin }, path, key, { method = 'GET', headers = {}, body, write } = {}) {
  return new Promise((resolve, reject) => {
    const all = {
      ...(key && { 'x-api-key': key }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    };
    const call = httpRequest(`${origin}${path}`, { agent, method, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: text }),
      );
    }).on('error', reject);
    if (write) write(call);
    else call.end(body && JSON.stringify(body));
  });
}

/** Returns the duration of a request in milliseconds. Throws unless the status is 200. */
export async function timeRequest(target, path, key, more) {
  const start = process.hrtime.bigint();
  const { status, body } = await request(target, path, key, more);
  if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Returns how many MB the process grew by while `work` ran, sampled 50 times per second. */
export async function measureGrowth({ child }, work) {
  const before = residentMegabytes(child.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(child.pid))), 20);
  try {
    const result = await work();
    return { result, before, growth: peak - before };
  } finally {
    clearInterval(watch);
  }
}

/** User and system time of a process, in clock ticks (proc(5)). */
export const cpuTicks = (pid) => processStat(pid).ticks;

/** CPU time of PostgreSQL: of the postmaster, its children, and its ended children. */
export function postgresTicks() {
  const postmaster =
    installed?.pid ??
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  let sum = processStat(postmaster).ticksWithEndedChildren;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const { parent, ticks } = processStat(name);
      if (parent === postmaster) sum += ticks;
    } catch {
      // The process has ended.
    }
  }
  return sum;
}

function processStat(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
  const [, parent] = fields;
  const ticks = fields[11] + fields[12];
  return { parent, ticks, ticksWithEndedChildren: ticks + fields[13] + fields[14] };
}

export const residentMegabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const formatSeconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export function print(line) {
  process.stdout.write(`${line}\n`);
}

export function printStart({ startMs }) {
  print(
    `service start, including creating the PostgreSQL cluster\n  ms until /readyz returns 200: ${startMs.toFixed(0)}`,
  );
}

export function printMemory({ child }) {
  print(`\nmemory of the service after these loads: ${residentMegabytes(child.pid).toFixed(0)} MB (≤ 160)`);
}

let closing;

/** Stops all child processes and deletes the database cluster. */
export function close() {
  return (closing ??= (async () => {
    agent.destroy();
    for (const child of children.reverse()) await stopChild(child);
    installed?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  })());
}

const closeAndExit = (status) => void close().finally(() => process.exit(status));
onInterrupt(closeAndExit);
// The reader of a pipe has exited (`npm run bench | head`).
process.stdout.on('error', () => closeAndExit(141));

function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  child.kill('SIGTERM');
  return new Promise((resolve) => child.once('exit', resolve));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
