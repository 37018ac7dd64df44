/** Sends 1,000 events per second for a minute to one endpoint: lost and repeated deliveries, backlog, and memory. */
import { createServer } from 'node:http';
import { account, measureGrowth, print, request, seed } from '../harness.mjs';

const PER_SECOND = 1000;
const SECONDS = Number(process.env.BENCH_WEBHOOK_SECONDS ?? 60);
const BATCH = 100;

export async function benchWebhooks(service) {
  const target = await account('receives-events');
  await seed(target, 1000);
  const receiver = await startReceiver();
  await create(service, '/api/v1/webhooks', target.key, {
    url: receiver.url,
    events: ['feedback.updated'],
  });
  const ids = await itemIds(service, target.key);
  const { growth, before, result } = await measureGrowth(service, async () => {
    const start = performance.now();
    const sent = await sendUpdates(service, target.key, ids);
    const sentMs = performance.now() - start;
    const backlog = sent - receiver.ids.size;
    while (receiver.ids.size < sent) await new Promise((resolve) => setTimeout(resolve, 50));
    return { sent, sentMs, backlog, drainMs: performance.now() - start - sentMs };
  });
  receiver.close();
  const { sent, sentMs, backlog, drainMs } = result;
  print(
    `${sent} events in ${seconds(sentMs)} to one endpoint\n  delivered ${receiver.ids.size}   repeated ${receiver.count() - receiver.ids.size}   lost ${sent - receiver.ids.size}\n  backlog at the end ${backlog}, sent in ${seconds(drainMs)}   memory ${before.toFixed(0)} MB, growth ${growth.toFixed(0)} MB`,
  );
}

async function startReceiver() {
  const ids = new Set();
  let count = 0;
  const server = createServer((request, response) => {
    ids.add(request.headers['webhook-id']);
    count++;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { ids, count: () => count, close, url: `http://127.0.0.1:${server.address().port}/` };
}

/** Changes the titles of 100 items at a time, ten times per second. Returns the number of changes. */
async function sendUpdates(service, key, ids) {
  const start = performance.now();
  const batches = (SECONDS * PER_SECOND) / BATCH;
  for (let i = 0; i < batches; i++) {
    const wait = start + (i * 1000 * BATCH) / PER_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const from = (i * BATCH) % ids.length;
    const updates = ids.slice(from, from + BATCH).map((id) => ({ id, title: `Round ${i}` }));
    const { status, body } = await request(service, '/api/v1/feedback/batch', key, {
      method: 'POST',
      body: { updates },
    });
    if (status !== 200) throw new Error(`batch: ${status} ${body.slice(0, 300)}`);
  }
  return batches * BATCH;
}

async function itemIds(service, key) {
  const ids = [];
  for (let query = '?limit=100'; query;) {
    const { data, pagination } = JSON.parse((await request(service, `/api/v1/feedback${query}`, key)).body);
    ids.push(...data.map(({ id }) => id));
    query = pagination.next_cursor && `?limit=100&cursor=${pagination.next_cursor}`;
  }
  return ids;
}

async function create(service, path, key, body) {
  const { status, body: text } = await request(service, path, key, { method: 'POST', body });
  if (status !== 201) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
