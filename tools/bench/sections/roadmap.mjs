/**
 * Measures the roadmap of 300 cards with 64 connections against a static file of the same process (goal: 99th percentile
 * at most 1.5 times), its effect on the list of another account (goal: at most 100 ms more), and one of 1,000 cards.
 */
import { readdirSync, statSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { account, median, print, ROUNDS, SECONDS, seed, superuserUrl } from '../harness.mjs';

const CONNECTIONS = 64;
const ASSETS = 'dist/apps/admin';

export async function benchRoadmap(service) {
  const busy = await accountWithRoadmap('roadmap', 300);
  const other = await account('roadmap-neighbor');
  await seed(other, 1_000, { silent: true });
  const path = `/f/${busy.slug}/roadmap`;
  const page = await fetch(service.origin + path, { headers: { 'accept-encoding': 'gzip' } });
  const known = { 'if-none-match': page.headers.get('etag') };
  const size = Buffer.byteLength(await page.text());
  const file = fileOfSize(Number(page.headers.get('content-length')));
  const loads = { file: [`/assets/${file}`], page: [path], known: [path, known] };
  const p99 = { file: [], page: [], known: [] };
  const rate = { file: [], page: [], known: [] };
  for (let i = 0; i <= ROUNDS; i++) {
    for (const [name, [target, headers]] of Object.entries(loads)) {
      const { latency, requests } = await load(service, target, CONNECTIONS, headers);
      if (i === 0) continue;
      p99[name].push(latency.p99);
      rate[name].push(requests.average);
    }
  }
  print(`roadmap, 300 cards (${size} bytes), ${CONNECTIONS} connections, p99 in ms and requests/s`);
  for (const [name, title] of [
    ['page', 'page'],
    ['known', 'not modified'],
  ])
    print(
      `  ${title} ${median(p99[name]).toFixed(0)} (${median(rate[name]).toFixed(0)}/s) / static file ${median(p99.file).toFixed(0)} (${median(rate.file).toFixed(0)}/s)   ratio ${(median(p99[name]) / median(p99.file)).toFixed(2)}, goal 1.5`,
    );
  await measureNeighbor(service, path, other);
  await measureLarge(service);
}

async function measureNeighbor(service, path, { key }) {
  const alone = [];
  const beside = [];
  const list = () => load(service, '/api/v1/feedback', 4, { 'x-api-key': key });
  for (let i = 0; i < ROUNDS; i++) {
    alone.push((await list()).latency.p99);
    const [{ latency }] = await Promise.all([list(), load(service, path, CONNECTIONS)]);
    beside.push(latency.p99);
  }
  print(
    `  list of another account, p99 ${median(alone).toFixed(0)} ms alone, ${median(beside).toFixed(0)} ms beside it   goal: at most 100 more`,
  );
}

async function measureLarge(service) {
  const { slug } = await accountWithRoadmap('roadmap-large', 1_000);
  const times = [];
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'ja', 'ar']) {
    // The cards are read again after a second, and the page is rendered for each language.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const start = performance.now();
    await (await fetch(`${service.origin}/f/${slug}/roadmap?lang=${language}`)).text();
    times.push(performance.now() - start);
  }
  print(`  1,000 cards, read and rendered, ${median(times).toFixed(0)} ms   goal 50`);
}

async function accountWithRoadmap(slug, cards) {
  const created = await account(slug);
  await seed(created, cards, { silent: true });
  await openRoadmap(created);
  return created;
}

/** Publishes all items of an account. */
export async function openRoadmap({ accountId }) {
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  await client.query(`SET app.actor = 'none'`);
  const card = `jsonb_build_object('url', 'x', 'text', 'A text of two lines, as teams write it.' || E'\\n' || title, 'title', title,
    'published_at', '2026-03-04T09:00:00.000Z')`;
  await client.query(
    `UPDATE feedback SET public = ${card}, updated_at = now(),
       status = (ARRAY['planned', 'building', 'shipped'])[1 + ('x' || left(md5(id::text), 4))::bit(16)::integer % 3]
     WHERE account_id = $1`,
    [accountId],
  );
  await client.query('UPDATE accounts SET roadmap_open = true WHERE id = $1', [accountId]);
  await client.query('VACUUM ANALYZE feedback');
  await client.end();
}

/** The name of the asset whose compressed file has the size that is nearest to this one. */
function fileOfSize(bytes) {
  const distance = (name) => Math.abs(statSync(`${ASSETS}/${name}`).size - bytes);
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js.gz'));
  return files.sort((a, b) => distance(a) - distance(b))[0].replace(/\.gz$/, '');
}

async function load({ origin }, path, connections, headers = {}) {
  const result = await autocannon({
    url: origin + path,
    connections,
    duration: SECONDS,
    headers: { 'accept-encoding': 'gzip', ...headers },
  });
  const { '2xx': ok, '3xx': notModified, errors, non2xx } = result;
  if (errors > 0 || non2xx > notModified || (headers['if-none-match'] ? ok : notModified) > 0)
    throw new Error(`${path}: unexpected responses`);
  return result;
}
