/** Measures similar items of items and of titles (goal: 95th percentile below 50 ms with 1,000,000 items). */
import { ITEMS, largeAccount, median, print, request, timeRequest } from '../harness.mjs';

const CALLS = 300;
const WARM_UP = 30;
const GOAL_MS = 50;

/** Titles that no item has, with typos, other languages, and unusual characters. */
const TITLES = [
  'drak mode pls',
  'Exprot invoices to csv',
  'Please let us merge duplicate contacts',
  'Okta single sign on',
  'a',
  'the of and to in is it for',
  'Passwort zurücksetzen Mail kommt nicht an',
  'Impossible de se désabonner de la newsletter',
  'Consumo de bateria en Android',
  '動画をアップロードするとアプリが落ちる',
  '100%_\\d+ [a-z]*',
  'x'.repeat(200),
  'calendar weekly report comments task list invoices activity log attachments time tracking team overview',
  '請求書をPDFでダウンロードしたいのですが'.repeat(8),
];

export async function benchSimilar(service) {
  const { key } = await largeAccount();
  const ids = [];
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    const offset = Math.floor(Math.random() * (ITEMS - 1));
    const { body } = await request(service, `/api/v1/feedback?limit=1&offset=${offset}`, key);
    ids.push(JSON.parse(body).data[0].id);
  }
  await measure('of an item', service, key, (i) => `${ids[i]}/similar`);
  await measure(
    'of a title',
    service,
    key,
    (i) => `similar?title=${encodeURIComponent(TITLES[i % TITLES.length])}`,
  );
}

async function measure(title, service, key, path) {
  const times = [];
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    const ms = await timeRequest(service, `/api/v1/feedback/${path(i)}`, key);
    if (i >= WARM_UP) times.push(ms);
  }
  const sorted = times.sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  print(
    `similar items ${title}, ${ITEMS / 1000}k items\n  ms median ${median(times).toFixed(1)}, p95 ${p95.toFixed(1)}, goal ${GOAL_MS}, slowest ${sorted.at(-1).toFixed(0)}`,
  );
}
