/** Compares pages of the event feed in an account with 10,000,000 events and one with 10,000. */
import pg from 'pg';
import { account, median, print, request, superuserUrl, timeRequest } from '../harness.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const FEW = 10_000;
const PAGE = 20;
const CALLS = 400;
const WARM_UP = 20;
const PER_STATEMENT = 100_000;

/** $1 account, $2 number of events. Positions continue after the last one, so they stay in one partition for hours. */
const INSERT = `
  WITH moved AS (
    UPDATE event_positions
    SET last = greatest(last, (extract(epoch FROM now()) * 1000000)::bigint) + $2 RETURNING last - $2 AS before
  )
  INSERT INTO events (position, account_id, id, type, at, actor, item_id, item)
  SELECT before + n, $1, gen_random_uuid(), 'feedback.deleted', now(), 'system', gen_random_uuid(),
    json_build_object('id', gen_random_uuid(), 'version', 1)
  FROM moved, generate_series(1, $2::bigint) n`;

export async function benchFeed(service) {
  const database = new pg.Client({ connectionString: superuserUrl() });
  await database.connect();
  const [large, small] = [await account('feed-large'), await account('feed-small')];
  print(`Adding ${EVENTS.toLocaleString('en')} events …`);
  const add = (target, count) => database.query(INSERT, [target.accountId, count]);
  const statements = Math.ceil(EVENTS / PER_STATEMENT);
  for (let n = 0; n < statements; n++) {
    await add(large, EVENTS / statements);
    await add(small, FEW / statements);
  }
  await database.query('ANALYZE events');
  const first = `?limit=${PAGE}`;
  await compare(service, 'first page', [large, first], [small, first]);
  const [afterFirst, beforeLast] = [
    await Promise.all([large, small].map((target) => after(service, target, first))),
    await Promise.all([large, small].map((target) => after(service, target, '?after=latest'))),
  ];
  await compare(service, 'page by cursor', [large, afterFirst[0]], [small, afterFirst[1]]);
  await add(large, PAGE);
  await add(small, PAGE);
  await compare(service, 'last page', [large, beforeLast[0]], [small, beforeLast[1]]);
  const present = await Promise.all([large, small].map((target) => after(service, target, '?after=latest')));
  await compare(service, 'empty poll', [large, present[0]], [small, present[1]]);
  await database.end();
}

/** Returns the query of the page that follows. */
async function after(service, { key }, query) {
  const { body } = await request(service, `/api/v1/events${query}`, key);
  return `?limit=${PAGE}&after=${JSON.parse(body).pagination.next_cursor}`;
}

/** Alternates between a page of the large account and one of the small account. */
async function compare(service, title, ...pages) {
  const times = [[], []];
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    for (const [n, [{ key }, query]] of pages.entries()) {
      const time = await timeRequest(service, `/api/v1/events${query}`, key);
      if (i >= WARM_UP) times[n].push(time);
    }
  }
  const [large, small] = times.map(median);
  print(
    `${title}, ${EVENTS.toLocaleString('en')} events / ${FEW.toLocaleString('en')} events\n  ms ${large.toFixed(2)} / ${small.toFixed(2)}   ratio ${(large / small).toFixed(2)}, goal 1.3`,
  );
}
