/** Measures single requests under load, alternating between the service and the baseline server. */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import {
  median,
  operator,
  request,
  residentMegabytes,
  ROUNDS,
  print,
  SECONDS,
  startService,
} from './harness.mjs';

const CONNECTIONS = 32;
const CLOCK_TICKS_PER_SECOND = 100;

export const LOADS = {
  list: { title: 'list 20 items', goal: 1.0, baselinePaths: ['/api/v1/feedback', '/json/feedback'] },
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

/** Alternates between the service and the baseline, and reports the median of each round's ratio. */
export async function compare(load, { key }, service, baseline) {
  for (const path of load.baselinePaths ?? ['/api/v1/feedback']) {
    const rounds = [];
    await runLoad(load, key, service, '/api/v1/feedback', 1);
    await runLoad(load, key, baseline, path, 1);
    for (let i = 0; i < ROUNDS; i++) {
      const first = i % 2 === 0;
      const a = first && (await runLoad(load, key, service, '/api/v1/feedback', SECONDS));
      const b = await runLoad(load, key, baseline, path, SECONDS);
      rounds.push({ a: a || (await runLoad(load, key, service, '/api/v1/feedback', SECONDS)), b });
    }
    const isJson = path.startsWith('/json');
    reportLoad(
      `${load.title}${isJson ? ', compared with JSON built by PostgreSQL' : ''}`,
      isJson ? 0.85 : load.goal,
      rounds,
    );
  }
}

export async function compareLimiter({ key }, baseline) {
  const service = await startService({ RATE_LIMIT_STORE: 'postgres' });
  await compare(
    { title: 'list 20 items, limits counted in PostgreSQL', goal: 0.7 },
    { key },
    service,
    baseline,
  );
}

export function reportStart({ startMs }) {
  print(
    `service start, including creating the PostgreSQL cluster\n  ms until /readyz returns 200: ${startMs.toFixed(0)}`,
  );
}

export function reportMemory({ child }) {
  print(`service memory after all benchmarks\n  MB ${residentMegabytes(child.pid).toFixed(0)}, goal 160`);
}

function reportLoad(title, goal, rounds) {
  const ratio = rounds.map(({ a, b }) => a.rate / b.rate);
  const p99 = rounds.map(({ a, b }) => a.p99 / b.p99);
  const figurePair = (name) =>
    `${median(rounds.map(({ a }) => a[name])).toFixed(0)} / ${median(rounds.map(({ b }) => b[name])).toFixed(0)}`;
  print(
    `${title}\n  requests/s ${figurePair('rate')}   ratio ${median(ratio).toFixed(2)} (${Math.min(...ratio).toFixed(2)}–${Math.max(...ratio).toFixed(2)}), goal ${goal}` +
      `\n  CPU of the Node process, µs/request ${figurePair('cpu')}   p99 ratio ${median(p99).toFixed(2)}`,
  );
}

/** Runs one period of load. Throws unless all responses are 2xx. */
async function runLoad({ method = 'GET', body, item, fresh }, key, target, path, seconds) {
  const ids = item || fresh ? await collectIds(key, target, path, fresh ? 40_000 : 1000) : [];
  let next = 0;
  const setupRequest = (one) => ({
    ...one,
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
    throw new Error(`${method} ${path}: ${result.non2xx} responses were not 2xx, ${result.errors} errors`);
  return {
    rate: count / result.duration,
    p99: result.latency.p99,
    cpu: (ticks / CLOCK_TICKS_PER_SECOND / count) * 1e6,
  };
}

/** Returns the IDs of existing items. Above 1,000, creates `count` items first, because they get deleted. */
async function collectIds(key, target, path, count) {
  if (count > 1000) await operator('seed', '--account', 'small', '--items', String(count));
  const ids = [];
  for (let offset = 0; ids.length < count; offset += 100) {
    const { body } = await request(target, `${path}?limit=100&offset=${offset}`, key);
    const page = JSON.parse(body).data.map(({ id }) => id);
    if (page.length === 0) break;
    ids.push(...page);
  }
  return ids;
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
