/** Compares the time for a page in an account with 1,000,000 items and one with 1,000. */
import { ITEMS, largeAccount, median, request, print, timeRequest } from '../harness.mjs';

const CALLS = 400;
const WARM_UP = 20;

export async function benchGrowth(service, small) {
  const large = await largeAccount();
  const offset = Math.min(900_000, ITEMS - 100);
  const compare = pageComparison(service, large, small);
  for (const sort of ['-created_at', 'created_at', '-updated_at', 'title']) {
    await compare(`first page, sort ${sort}`, `?sort=${sort}`, `?sort=${sort}`, 1.3);
    const cursorQuery = (target) => firstCursor(service, target, sort);
    await compare(
      `page by cursor, sort ${sort}`,
      `?sort=${sort}&cursor=${await cursorQuery(large)}`,
      `?sort=${sort}&cursor=${await cursorQuery(small)}`,
      1.3,
    );
  }
  await compare('first page of one status', '?status=shipped', '?status=shipped', 1.3);
  await compare('first page of one status in a thousand', '?status=building', '', 1.5);
  const email = await sampleEmail(service, large);
  await compare('first page of one submitter', `?submitter_email=${email}`, '', null);
  await compare('first page of a day', `?${dayQuery(180)}`, '', null);
  await compare(`page at offset ${offset.toLocaleString('en')} (goal 60 ms)`, `?offset=${offset}`, '', null);
}

/** Alternates between a page of the large account and one of the small account. */
function pageComparison(service, large, small) {
  return async (title, largeQuery, smallQuery, goal) => {
    const times = { large: [], small: [] };
    for (let i = 0; i < CALLS + WARM_UP; i++) {
      const a = await timeRequest(service, `/api/v1/feedback${largeQuery}`, large.key);
      const b = await timeRequest(service, `/api/v1/feedback${smallQuery}`, small.key);
      if (i < WARM_UP) continue;
      times.large.push(a);
      times.small.push(b);
    }
    const ratio = median(times.large) / median(times.small);
    print(
      `${title}, ${ITEMS / 1000}k items / 1k items\n  ms ${median(times.large).toFixed(2)} / ${median(times.small).toFixed(2)}   ratio ${ratio.toFixed(2)}${goal ? `, goal ${goal}` : ', compared with a first page'}`,
    );
  };
}

async function firstCursor(service, { key }, sort) {
  return JSON.parse((await request(service, `/api/v1/feedback?sort=${sort}`, key)).body).pagination
    .next_cursor;
}

async function sampleEmail(service, { key }) {
  const { data } = JSON.parse((await request(service, '/api/v1/feedback?limit=100&offset=500', key)).body);
  return encodeURIComponent(data.find((item) => item.submitter_email).submitter_email);
}

function dayQuery(daysAgo) {
  const from = new Date(Date.now() - daysAgo * 86_400_000);
  const to = new Date(from.getTime() + 86_400_000);
  return `created_after=${from.toISOString()}&created_before=${to.toISOString()}`;
}
