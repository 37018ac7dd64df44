/**
 * `npm run bench [-- list read create update delete limiter growth start]`: the service against bare Fastify and
 * `pg` on the same database in one run, alternating; medians and ratios. Absolute figures belong to the machine.
 */
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { build } from '../nx.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);
const CONNECTIONS = 32;
const CLOCK_TICKS_PER_SECOND = 100;
const UNLIMITED = '1000000000';

const LOADS = {
  list: { title: 'list 20 items', goal: 1.0, rivals: ['/api/v1/feedback', '/json/feedback'] },
  read: { title: 'read one item', goal: 0.9, item: true },
  create: { title: 'create', goal: 0.85, method: 'POST', body: createBody },
  update: {
    title: 'update',
    goal: 0.85,
    method: 'PATCH',
    item: true,
    body: () => ({ title: `T ${Math.random()}` }),
  },
  delete: { title: 'delete', goal: 0.8, method: 'DELETE', fresh: true },
};
const SECTIONS = [...Object.keys(LOADS), 'limiter', 'growth', 'start'];

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = wanted.filter((name) => !SECTIONS.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${SECTIONS.join(', ')}.`);
  process.exit(1);
}
const chosen = wanted.length > 0 ? wanted : SECTIONS;

process.chdir(root);
await ensureInstalled();
await build();
const dataDir = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
const children = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

try {
  const service = await startService({});
  if (chosen.includes('start')) reportStart(service);
  const small = account('small');
  const rival = await startBare(small);
  say('Seeding 1,000 items …');
  operator('seed', '--account', small.slug, '--items', '1000');
  for (const name of chosen) if (LOADS[name]) await compare(LOADS[name], small, service, rival);
  if (chosen.includes('limiter')) await compareLimiter(small, rival);
  if (chosen.includes('growth')) await growth(small, service);
  if (chosen.includes('start')) await reportMemory(service);
} finally {
  agent.destroy();
  for (const { child } of children.reverse()) await ended(child);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Alternates between the service and each rival; the ratio of every round counts, their median is reported. */
async function compare(load, { key }, service, rival) {
  for (const path of load.rivals ?? ['/api/v1/feedback']) {
    const rounds = [];
    await run(load, key, service, '/api/v1/feedback', 1);
    await run(load, key, rival, path, 1);
    for (let i = 0; i < ROUNDS; i++) {
      const first = i % 2 === 0;
      const a = first && (await run(load, key, service, '/api/v1/feedback', SECONDS));
      const b = await run(load, key, rival, path, SECONDS);
      rounds.push({ a: a || (await run(load, key, service, '/api/v1/feedback', SECONDS)), b });
    }
    const isJson = path.startsWith('/json');
    report(
      `${load.title}${isJson ? ', against JSON made by PostgreSQL' : ''}`,
      isJson ? 0.85 : load.goal,
      rounds,
    );
  }
}

async function compareLimiter({ key }, rival) {
  const service = await startService({ RATE_LIMIT_STORE: 'postgres' });
  await compare({ title: 'list 20 items, limits counted in PostgreSQL', goal: 0.7 }, { key }, service, rival);
}

function report(title, goal, rounds) {
  const ratio = rounds.map(({ a, b }) => a.rate / b.rate);
  const p99 = rounds.map(({ a, b }) => a.p99 / b.p99);
  const figures = (name) =>
    `${median(rounds.map(({ a }) => a[name])).toFixed(0)} / ${median(rounds.map(({ b }) => b[name])).toFixed(0)}`;
  say(
    `${title}\n  requests/s ${figures('rate')}   ratio ${median(ratio).toFixed(2)} (${Math.min(...ratio).toFixed(2)}–${Math.max(...ratio).toFixed(2)}), goal ${goal}` +
      `\n  CPU of the Node process, µs/request ${figures('cpu')}   p99 ratio ${median(p99).toFixed(2)}`,
  );
}

/** One stretch of load; every answer must be a success. */
async function run({ method = 'GET', body, item, fresh }, key, target, path, seconds) {
  const ids = item || fresh ? await itemIds(key, target, fresh ? 40_000 : 1000) : [];
  let next = 0;
  const setupRequest = (request) => ({
    ...request,
    ...(ids.length > 0 && {
      path: `${path}/${fresh ? ids[next++ % ids.length] : ids[Math.floor(Math.random() * ids.length)]}`,
    }),
    ...(body && { body: JSON.stringify(body()) }),
  });
  const before = cpuTicks(target.child.pid);
  const result = await autocannon({
    url: target.origin,
    connections: CONNECTIONS,
    ...(fresh ? { amount: Math.min(ids.length, 4000 * seconds) } : { duration: seconds }),
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    requests: [{ method, path, setupRequest }],
  });
  const ticks = cpuTicks(target.child.pid) - before;
  const count = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} errors`);
  return {
    rate: count / result.duration,
    p99: result.latency.p99,
    cpu: (ticks / CLOCK_TICKS_PER_SECOND / count) * 1e6,
  };
}

/** Of existing items; as many new ones as asked for when they are to be used up. */
async function itemIds(key, target, count) {
  if (count > 1000) operator('seed', '--account', 'small', '--items', String(count));
  const ids = [];
  for (let offset = 0; ids.length < count; offset += 100) {
    const { body } = await request(children[0], `/api/v1/feedback?limit=100&offset=${offset}`, key);
    const page = JSON.parse(body).data.map(({ id }) => id);
    if (page.length === 0) break;
    ids.push(...page);
  }
  return ids;
}

async function growth(small, service) {
  const large = account('large');
  say(`Seeding ${ITEMS.toLocaleString('en')} items …`);
  operator('seed', '--account', large.slug, '--items', String(ITEMS));
  const crowd = ITEMS / 1000;
  const smallCursor = await cursorOf(service, small.key);
  const largeCursor = await cursorOf(service, large.key);
  const at = (offset) => Math.min(offset, ITEMS - 100);
  const pages = [
    ['first page', '', '', 1.3],
    ['page by cursor', `?cursor=${largeCursor}`, `?cursor=${smallCursor}`, 1.3],
    ['first page of one status', '?status=shipped', '?status=shipped', 1.3],
    [`page at offset ${at(900_000).toLocaleString('en')}`, `?offset=${at(900_000)}`, '', null],
  ];
  for (const [title, largeQuery, smallQuery, goal] of pages) {
    const times = { large: [], small: [] };
    for (let i = 0; i < 420; i++) {
      const a = await timed(service, `/api/v1/feedback${largeQuery}`, large.key);
      const b = await timed(service, `/api/v1/feedback${smallQuery}`, small.key);
      if (i < 20) continue;
      times.large.push(a);
      times.small.push(b);
    }
    const ratio = median(times.large) / median(times.small);
    say(
      `${title}, ${crowd}k items against 1k\n  ms ${median(times.large).toFixed(2)} / ${median(times.small).toFixed(2)}   ratio ${ratio.toFixed(2)}${goal ? `, goal ${goal}` : ', against a first page; goal 60 ms'}`,
    );
  }
}

async function cursorOf(service, key) {
  return JSON.parse((await request(service, '/api/v1/feedback', key)).body).pagination.next_cursor;
}

async function timed(target, path, key) {
  const start = process.hrtime.bigint();
  const { status } = await request(target, path, key);
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function reportStart({ startMs }) {
  say(
    `start of the service, PostgreSQL and its first cluster included\n  ms to the first 200 of /readyz ${startMs.toFixed(0)}`,
  );
}

async function reportMemory({ child }) {
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
  say(`memory of the service after all of this\n  MB ${rss.toFixed(0)}, goal 160`);
}

async function startService(env) {
  const port = await freePort();
  const start = performance.now();
  const child = fork('dist/apps/api/main.js', {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_HOUR_FREE: UNLIMITED,
      RATE_LIMIT_MINUTE_FREE: UNLIMITED,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const service = { child, origin: `http://127.0.0.1:${port}` };
  children.push(service);
  for (;;) {
    if (child.exitCode !== null) throw new Error('The service did not start');
    const { status } = await request(service, '/readyz').catch(() => ({ status: 0 }));
    if (status === 200) return { ...service, startMs: performance.now() - start };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The superuser's connection: a careful engineer without row-level security. */
async function startBare({ key, accountId }) {
  const port = await freePort();
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  const postgresPort = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
    .split('\n')[3]
    .trim();
  const child = fork('tools/bench/bare.mjs', {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${postgresPort}/feedback`,
      KEY: key,
      ACCOUNT_ID: accountId,
    },
  });
  const rival = { child, origin: `http://127.0.0.1:${port}` };
  children.push(rival);
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
  return rival;
}

function account(slug) {
  const { account_id } = operator(
    ...['create-account', '--name', slug, '--slug', slug, '--email', `${slug}@example.com`],
    ...['--password', 'a passphrase for nothing'],
  );
  const { key } = operator('issue-key', '--account', slug, '--name', 'bench');
  return { slug, accountId: account_id, key };
}

function operator(...command) {
  const text = execFileSync(process.execPath, ['dist/apps/api/operator.js', ...command, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(text);
}

function request({ origin }, path, key) {
  return new Promise((resolve, reject) => {
    const headers = key ? { 'x-api-key': key } : {};
    get(`${origin}${path}`, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    }).on('error', reject);
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  child.kill('SIGTERM');
  return new Promise((resolve) => child.once('exit', resolve));
}

/** User and system time of a process, in clock ticks (proc(5)). */
function cpuTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function createBody() {
  return {
    title: 'Export to CSV with our own columns',
    description:
      'Every month we copy the list by hand into a sheet. A file with the columns we choose would do.',
    submitter_email: 'ada@example.com',
  };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
