/** What a page costs when an account has a million items instead of a thousand. */
import { ITEMS, largeAccount, median, request, say, timed } from './harness.mjs';

const CALLS = 400;
const WARM_UP = 20;

export async function growth(service, small) {
  const large = await largeAccount();
  const at = Math.min(900_000, ITEMS - 100);
  const compare = pages(service, large, small);
  for (const sort of ['-created_at', 'created_at', '-updated_at', 'title']) {
    await compare(`first page, sort ${sort}`, `?sort=${sort}`, `?sort=${sort}`, 1.3);
    const behind = (target) => cursorOf(service, target, sort);
    await compare(
      `page by cursor, sort ${sort}`,
      `?sort=${sort}&cursor=${await behind(large)}`,
      `?sort=${sort}&cursor=${await behind(small)}`,
      1.3,
    );
  }
  await compare('first page of one status', '?status=shipped', '?status=shipped', 1.3);
  await compare('first page of one status in a thousand', '?status=building', '', 1.5);
  const email = await someEmail(service, large);
  await compare('first page of one submitter', `?submitter_email=${email}`, '', null);
  await compare('first page of a day', `?${dayOf(180)}`, '', null);
  await compare(`page at offset ${at.toLocaleString('en')} (goal 60 ms)`, `?offset=${at}`, '', null);
}

/** Measures a page of the large account and one of the small one in turn. */
function pages(service, large, small) {
  return async (title, largeQuery, smallQuery, goal) => {
    const times = { large: [], small: [] };
    for (let i = 0; i < CALLS + WARM_UP; i++) {
      const a = await timed(service, `/api/v1/feedback${largeQuery}`, large.key);
      const b = await timed(service, `/api/v1/feedback${smallQuery}`, small.key);
      if (i < WARM_UP) continue;
      times.large.push(a);
      times.small.push(b);
    }
    const ratio = median(times.large) / median(times.small);
    say(
      `${title}, ${ITEMS / 1000}k items against 1k\n  ms ${median(times.large).toFixed(2)} / ${median(times.small).toFixed(2)}   ratio ${ratio.toFixed(2)}${goal ? `, goal ${goal}` : ', against a first page'}`,
    );
  };
}

async function cursorOf(service, { key }, sort) {
  return JSON.parse((await request(service, `/api/v1/feedback?sort=${sort}`, key)).body).pagination
    .next_cursor;
}

async function someEmail(service, { key }) {
  const { data } = JSON.parse((await request(service, '/api/v1/feedback?limit=100&offset=500', key)).body);
  return encodeURIComponent(data.find((item) => item.submitter_email).submitter_email);
}

function dayOf(daysAgo) {
  const from = new Date(Date.now() - daysAgo * 86_400_000);
  const to = new Date(from.getTime() + 86_400_000);
  return `created_after=${from.toISOString()}&created_before=${to.toISOString()}`;
}
