/** Measures what a service without requests uses: processor, transactions, and memory. */
import pg from 'pg';
import {
  account,
  cpuTicks,
  postgresTicks,
  print,
  request,
  residentMegabytes,
  superuserUrl,
} from '../harness.mjs';

/** After this time without requests, a service is idle (docs/contract/operator.md 16). */
const IDLE_AFTER_MS = 300_000;
const SETTLED_MS = 30_000;
const MEASURED_MS = 180_000;
const TICKS_PER_SECOND = 100;
const COUNT = `SELECT sum(xact_commit + xact_rollback)::int AS count FROM pg_stat_database WHERE datname = current_database()`;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function benchIdle(service) {
  const { key } = await account('idle');
  await request(service, '/api/v1/feedback', key);
  const database = new pg.Client({ connectionString: superuserUrl() });
  await database.connect();
  print(`Waiting ${(IDLE_AFTER_MS + SETTLED_MS + MEASURED_MS) / 60_000} minutes …`);
  await sleep(IDLE_AFTER_MS + SETTLED_MS);
  const read = async () => ({
    node: cpuTicks(service.child.pid),
    postgres: postgresTicks(),
    transactions: (await database.query(COUNT)).rows[0].count,
  });
  const before = await read();
  await sleep(MEASURED_MS);
  const after = await read();
  await database.end();
  const perSecond = (name) => (after[name] - before[name]) / (MEASURED_MS / 1_000);
  const perMinute = (name) => ((perSecond(name) * 60) / TICKS_PER_SECOND).toFixed(2);
  print(
    `idle service\n  CPU seconds per minute: service ${perMinute('node')}, PostgreSQL ${perMinute('postgres')}, goal 0.1 together` +
      `\n  transactions per second: ${perSecond('transactions').toFixed(2)}, goal 0.5` +
      `\n  memory of the service: ${residentMegabytes(service.child.pid).toFixed(0)} MB, goal 130`,
  );
}
