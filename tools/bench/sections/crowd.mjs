/** Measures a first page with 1,000 accounts and 1,000,000 items in total, with a different account per request. */
import pg from 'pg';
import { account, ITEMS, median, print, seed, superuserUrl, timeRequest } from '../harness.mjs';

const ACCOUNTS = 1000;
/** Accounts that have a key and get requests. The others only contain items. */
const REQUESTED_ACCOUNTS = 20;
const CALLS = 400;
const WARM_UP = 40;

export async function benchCrowd(service, small) {
  const requestedAccounts = [];
  for (let i = 0; i < REQUESTED_ACCOUNTS; i++) requestedAccounts.push(await account(`crowd-${i}`));
  for (const one of requestedAccounts) await seed(one, ITEMS / ACCOUNTS, { silent: true });
  await fillAccounts(ITEMS / ACCOUNTS, small.accountId);
  const times = { crowd: [], alone: [] };
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    const a = await timeRequest(service, '/api/v1/feedback', requestedAccounts[i % REQUESTED_ACCOUNTS].key);
    // Send it twice and measure the second: the connection is then already scoped to this account.
    await timeRequest(service, '/api/v1/feedback', small.key);
    const b = await timeRequest(service, '/api/v1/feedback', small.key);
    if (i < WARM_UP) continue;
    times.crowd.push(a);
    times.alone.push(b);
  }
  const ratio = median(times.crowd) / median(times.alone);
  print(
    `first page, a different one of ${ACCOUNTS} accounts each time / always the same account\n  ms ${median(times.crowd).toFixed(2)} / ${median(times.alone).toFixed(2)}   ratio ${ratio.toFixed(2)}, goal 1.3`,
  );
}

/** Fills the other accounts with copies of one account's items. */
async function fillAccounts(items, accountId) {
  print(`Filling ${ACCOUNTS - REQUESTED_ACCOUNTS} more accounts …`);
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  // Records no events.
  await client.query(`SET app.actor = 'none'`);
  const columns = 'id, title, description, submitter_email, status, source, created_at, updated_at';
  for (let i = REQUESTED_ACCOUNTS; i < ACCOUNTS; i++) {
    await client.query(
      `INSERT INTO feedback (account_id, ${columns})
       SELECT other, ${columns} FROM feedback, gen_random_uuid() other WHERE account_id = $1 LIMIT $2`,
      [accountId, items],
    );
  }
  await client.query('VACUUM ANALYZE feedback');
  await client.end();
}
