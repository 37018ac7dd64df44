/** A page of an account that is one of a thousand: a million items in all, and each request another account's. */
import pg from 'pg';
import { account, ITEMS, median, say, seed, superuserUrl, timed } from './harness.mjs';

const ACCOUNTS = 1000;
/** Those that have a key and are asked; the others are there. */
const ASKED = 20;
const CALLS = 400;
const WARM_UP = 40;

export async function crowd(service, small) {
  const asked = [];
  for (let i = 0; i < ASKED; i++) asked.push(await account(`crowd-${i}`));
  for (const one of asked) await seed(one, ITEMS / ACCOUNTS, { silent: true });
  await fill(ITEMS / ACCOUNTS, small.accountId);
  const times = { crowd: [], alone: [] };
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    const a = await timed(service, '/api/v1/feedback', asked[i % ASKED].key);
    // Twice, and the second counts: the connection already belongs to this account.
    await timed(service, '/api/v1/feedback', small.key);
    const b = await timed(service, '/api/v1/feedback', small.key);
    if (i < WARM_UP) continue;
    times.crowd.push(a);
    times.alone.push(b);
  }
  const ratio = median(times.crowd) / median(times.alone);
  say(
    `first page, each time of another of ${ACCOUNTS} accounts, against one account again and again\n  ms ${median(times.crowd).toFixed(2)} / ${median(times.alone).toFixed(2)}   ratio ${ratio.toFixed(2)}, goal 1.3`,
  );
}

/** The others' items are copies of one account's. */
async function fill(items, accountId) {
  say(`Filling ${ACCOUNTS - ASKED} more accounts …`);
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  const columns = 'id, title, description, submitter_email, status, source, created_at, updated_at';
  for (let i = ASKED; i < ACCOUNTS; i++) {
    await client.query(
      `INSERT INTO feedback (account_id, ${columns})
       SELECT other, ${columns} FROM feedback, gen_random_uuid() other WHERE account_id = $1 LIMIT $2`,
      [accountId, items],
    );
  }
  await client.query('VACUUM ANALYZE feedback');
  await client.end();
}
