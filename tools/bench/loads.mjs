/** Measures requests under load, spread over many accounts, alternating between servers. */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { addItems, itemsOf, TABLES } from './accounts.mjs';
import { cpuTicks, median, postgresTicks, print, ROUNDS, SECONDS } from './harness.mjs';

const CONNECTIONS = 32;
const CLOCK_TICKS_PER_SECOND = 100;
const P99_GOAL = 1.3;
const WRITE_GOALS = { plain: 0.5, duties: 0.9 };
/** Requests before the first round, which V8 needs to optimize the code, however slow the machine is. */
const WARM_UP = 5_000;
/** Deletions per second of a round. */
const DELETIONS = 2_000;

const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'];

export const LOADS = {
  list: { title: 'list 20 items', goals: { plain: 0.92, duties: 0.95 } },
  read: { title: 'read one item', goals: { plain: 0.85, duties: 0.95 }, isOfItem: true },
  create: { title: 'create', goals: WRITE_GOALS, method: 'POST', body: createBody },
  update: {
    title: 'update the title',
    goals: WRITE_GOALS,
    method: 'PATCH',
    isOfItem: true,
    body: () => ({ title: `T ${Math.random()}` }),
  },
  triage: {
    title: 'update the status',
    goals: WRITE_GOALS,
    method: 'PATCH',
    isOfItem: true,
    body: () => ({ status: STATUSES[Math.floor(Math.random() * STATUSES.length)] }),
  },
  delete: { title: 'delete', goals: WRITE_GOALS, method: 'DELETE' },
};

const NAMES = { plain: 'plain', duties: 'same duties', service: 'direct' };
const rows = [];

/**
 * Alternates between a server and those it is compared with, which have the names of goals. Adds a row with the medians
 * of each of these to the table.
 */
export async function compare({ title, goals, ...load }, accounts, server, others) {
  print(`Measuring: ${title} …`);
  const names = Object.keys(goals);
  const servers = [server, ...names.map((name) => others[name])];
  const warmUp = load.method === 'DELETE' ? load : { ...load, options: { amount: WARM_UP } };
  for (const one of servers) await runLoad(warmUp, accounts, one, WARM_UP / DELETIONS);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    const round = [];
    // Each server is the first one as often as the others.
    for (let k = 0; k < servers.length; k++) {
      const n = (i + k) % servers.length;
      round[n] = await runLoad(load, accounts, servers[n], SECONDS);
    }
    rounds.push(round);
  }
  for (const [i, name] of names.entries())
    rows.push(
      rowOf(
        title,
        name,
        goals[name],
        load.method,
        rounds.map((round) => [round[0], round[i + 1]]),
      ),
    );
}

function rowOf(title, name, goal, method, rounds) {
  const ratios = (value) => rounds.map(([a, b]) => a[value] / b[value]);
  const pair = (value, digits = 0) =>
    [0, 1].map((n) => median(rounds.map((round) => round[n][value])).toFixed(digits)).join(' / ');
  const rates = ratios('rate');
  // With a fixed number of connections, half of the requests per second means that each request waits twice as long.
  const p99Goal = P99_GOAL * (method && name === 'plain' ? 2 : 1);
  return {
    load: title,
    'compared with': NAMES[name],
    'requests/s': pair('rate'),
    ratio: `${median(rates).toFixed(2)} (${Math.min(...rates).toFixed(2)}–${Math.max(...rates).toFixed(2)})`,
    goal: `≥ ${goal}`,
    'p99 ms': pair('p99', 1),
    'p99 ratio': `${median(ratios('p99')).toFixed(2)} (≤ ${p99Goal})`,
    'Node µs': pair('cpu'),
    'PostgreSQL µs': pair('postgres'),
  };
}

/** Prints all results: each pair is the service and the server it is compared with. */
export function printTable() {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0]);
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)));
  const line = (cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('   ')
      .trimEnd();
  print('');
  print(line(names));
  for (const row of rows) print(line(Object.values(row)));
}

/** Runs one period of load. Throws unless all responses are 2xx. */
export async function runLoad({ method = 'GET', body, isOfItem, options }, accounts, server, seconds) {
  const isDeletion = method === 'DELETE';
  const table = TABLES[server.table];
  const targets = isDeletion
    ? await addItems(accounts, table, DELETIONS * seconds)
    : isOfItem
      ? await itemsOf(accounts, table, 50)
      : accounts;
  shuffle(targets);
  let next = 0;
  const setupRequest = (one) => {
    const { key, id } = targets[next++ % targets.length];
    return {
      ...one,
      path: id ? `/api/v1/feedback/${id}` : '/api/v1/feedback',
      headers: { ...one.headers, 'x-api-key': key },
      ...(body && { body: JSON.stringify(body()) }),
    };
  };
  const before = { node: cpuTicks(server.child.pid), postgres: postgresTicks() };
  const start = performance.now();
  let end = start;
  const running = autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    ...(isDeletion ? { amount: targets.length } : { duration: seconds }),
    ...(body && { headers: { 'content-type': 'application/json' } }),
    requests: [{ method, setupRequest }],
    ...options,
  });
  const times = [];
  running.on('response', (_client, _status, _bytes, milliseconds) => {
    end = performance.now();
    times.push(milliseconds);
  });
  const result = await running;
  const count = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method}: ${result.non2xx} responses were not 2xx, ${result.errors} errors`);
  const microseconds = (ticks) => (ticks / CLOCK_TICKS_PER_SECOND / count) * 1e6;
  return {
    rate: (count / (end - start)) * 1000,
    p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)],
    cpu: microseconds(cpuTicks(server.child.pid) - before.node),
    postgres: microseconds(postgresTicks() - before.postgres),
  };
}

function shuffle(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

function createBody() {
  return {
    title: capitalized(words(6)),
    description: `${capitalized(words(12))}. ${capitalized(words(10))}.`,
    submitter_email: `user${Math.floor(Math.random() * 5_000)}@example.com`,
  };
}

/** Words of this repository's guides, so that texts share as much as those of people. */
const VOCABULARY = [...new Set(readFileSync('docs/guides/rest-api.md', 'utf8').match(/\b[a-z]{3,}\b/g))];
const words = (count) =>
  Array.from({ length: count }, () => VOCABULARY[Math.floor(Math.random() * VOCABULARY.length)]).join(' ');
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);
