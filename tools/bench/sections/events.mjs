/** Measures what recording events costs, the delay of event streams, and the memory of 200 streams. */
import { get } from 'node:http';
import pg from 'pg';
import { createAccounts } from '../accounts.mjs';
import { measureGrowth, median, print, request, ROUNDS, SECONDS, superuserUrl } from '../harness.mjs';
import { LOADS, runLoad } from '../loads.mjs';

const STREAMS = 200;
const STREAMS_PER_KEY = 5;
const CREATES = 400;
const CREATES_PER_SECOND = 100;

export async function benchEvents(service) {
  const accounts = await createAccounts(service);
  await benchStreams(service, accounts);
  for (const load of ['create', 'triage']) await benchLog(LOADS[load], service, accounts);
}

/** Alternates between the load with and without recording its changes, which the triggers do. */
async function benchLog(load, service, accounts) {
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  const { rows } = await client.query(
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname IN ('feedback_added', 'feedback_changed')`,
  );
  const recorded = rows.map(({ definition }) => definition).join(';');
  const record = { recorded, unrecorded: recorded.replace(/INSERT INTO feedback_changes[^;]+;/g, '') };
  const states = Object.keys(record);
  const all = { recorded: [], unrecorded: [] };
  await runLoad(load, accounts, service, SECONDS);
  for (let i = 0; i < ROUNDS + 1; i++) {
    for (const state of i % 2 ? states : states.toReversed()) {
      await client.query(record[state]);
      all[state].push(await runLoad(load, accounts, service, SECONDS));
    }
  }
  await client.query(record.recorded);
  await client.end();
  const ratio = median(all.recorded.map(({ rate }, i) => rate / all.unrecorded[i].rate)).toFixed(2);
  const pair = (name) =>
    states.map((state) => median(all[state].map((run) => run[name])).toFixed(0)).join(' / ');
  print(
    `${load.title}: with events / without\n  requests/s ${pair('rate')}   ratio ${ratio}, goal 0.87   Node µs ${pair('cpu')}   PostgreSQL µs ${pair('postgres')}`,
  );
}

async function benchStreams(service, accounts) {
  const sentAt = new Map();
  const delays = [];
  const onEvent = ({ data }) => {
    const at = sentAt.get(data.feedback.id);
    if (at) delays.push(performance.now() - at);
  };
  const { growth } = await measureGrowth(service, async () => {
    const followed = accounts.slice(0, STREAMS / STREAMS_PER_KEY);
    const streams = await Promise.all(
      followed.flatMap(({ key }) =>
        Array.from({ length: STREAMS_PER_KEY }, () => follow(service, key, onEvent)),
      ),
    );
    for (let i = 0; i < CREATES; i++) {
      const { key } = followed[i % followed.length];
      const { body } = await request(service, '/api/v1/feedback', key, {
        method: 'POST',
        body: { title: `Event ${i}` },
      });
      sentAt.set(JSON.parse(body).data.id, performance.now());
      await new Promise((resolve) => setTimeout(resolve, 1000 / CREATES_PER_SECOND));
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const stream of streams) stream.destroy();
  });
  delays.sort((a, b) => a - b);
  print(
    `${STREAMS} event streams, ${CREATES_PER_SECOND} creates per second\n  ${delays.length} events of ${CREATES * STREAMS_PER_KEY}   ms median ${median(delays).toFixed(0)} (goal 300), slowest ${delays.at(-1).toFixed(0)}   memory growth ${growth.toFixed(0)} MB, goal 60`,
  );
}

/** Opens a stream, and resolves when it has sent its first comment. */
function follow({ origin }, key, onEvent) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, accept: 'text/event-stream' };
    const call = get(`${origin}/api/v1/events?after=latest`, { agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        resolve(call);
        text += chunk;
        const end = text.lastIndexOf('\n\n') + 1;
        for (const [, data] of text.slice(0, end).matchAll(/^data: (.*)$/gm)) onEvent(JSON.parse(data));
        text = text.slice(end);
      });
      response.on('error', () => {});
    });
    call.on('error', reject);
  });
}
