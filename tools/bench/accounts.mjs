/** The accounts that the loads spread over, and the tables of the baseline servers with the same items. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ADD_SEARCH_ENTRIES, CREATE_TABLES } from './duties.sql.mjs';
import { print, request, seed, superuserUrl } from './harness.mjs';

const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 100);
const ITEMS_PER_ACCOUNT = Number(process.env.BENCH_ACCOUNT_ITEMS ?? 200);

export const TABLES = { service: 'feedback', plain: 'plain_feedback', duties: 'duties_feedback' };
const COLUMNS = 'id, title, description, submitter_email, status, source, created_at, updated_at, version';

let created;

/** Creates the accounts with a key each, through the dashboard API, and fills the tables with the same items. Once. */
export const createAccounts = (service) => (created ??= create(service));

async function create(service) {
  print(`Creating ${ACCOUNTS} accounts with ${ITEMS_PER_ACCOUNT} items each …`);
  const accounts = [];
  for (let i = 0; i < ACCOUNTS; i++) accounts.push(await createAccount(service, `bench-${i}`));
  await seed(accounts[0], ITEMS_PER_ACCOUNT, { silent: true });
  await withClient(async (client) => {
    const { rows } = await client.query('SELECT slug, id FROM accounts');
    const ids = new Map(rows.map(({ slug, id }) => [slug, id]));
    for (const account of accounts) account.accountId = ids.get(account.slug);
    await client.query(
      `INSERT INTO feedback (account_id, ${COLUMNS})
       SELECT other, ${COLUMNS} FROM feedback, unnest($2::uuid[]) other WHERE account_id = $1`,
      [accounts[0].accountId, accounts.slice(1).map(({ accountId }) => accountId)],
    );
    await client.query(`
      CREATE TABLE plain_feedback AS SELECT account_id, ${COLUMNS} FROM feedback;
      ALTER TABLE plain_feedback ADD PRIMARY KEY (account_id, id);
      ALTER TABLE plain_feedback ALTER COLUMN version SET DEFAULT 1;
      CREATE INDEX ON plain_feedback (account_id, status, id DESC)`);
    await client.query(CREATE_TABLES);
    for (const table of [...Object.values(TABLES), 'feedback_search', 'duties_search'])
      await client.query(`VACUUM ANALYZE ${table}`);
  });
  return accounts;
}

async function createAccount(service, slug) {
  const body = { name: slug, slug, email: `${slug}@example.com`, password: 'a passphrase for nothing' };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const signUp = await request(service, '/app/api/sign-up', null, { method: 'POST', headers, body });
  const cookie = signUp.headers['set-cookie'][0].split(';', 1)[0];
  const key = await request(service, '/app/api/keys', null, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: { name: 'bench', permission: 'full' },
  });
  return { slug, key: JSON.parse(key.body).data.secret };
}

/** Throws unless both servers return the same items, with headers of the same names. */
export async function assertSameList({ key }, service, other) {
  const read = async (server) => {
    const { status, headers, body } = await request(server, '/api/v1/feedback', key);
    return JSON.stringify([status, JSON.parse(body).data, Object.keys(headers).sort()]);
  };
  const [a, b] = [await read(service), await read(other)];
  if (a !== b) throw new Error(`The lists differ:\n${a}\n${b}`);
}

/** Returns the IDs of up to `limit` items of each account. */
export async function itemsOf(accounts, table, limit) {
  return withClient(async (client) => {
    const items = [];
    for (const { accountId, key } of accounts) {
      const { rows } = await client.query(
        `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
        [accountId, limit],
      );
      items.push(...rows.map(({ id }) => ({ id, key })));
    }
    return items;
  });
}

/** Adds `count` items, spread over the accounts, and returns their IDs. */
export async function addItems(accounts, table, count) {
  const items = Array.from({ length: count }, (_, i) => ({ ...accounts[i % accounts.length], id: uuidv7() }));
  await withClient(async (client) => {
    await client.query(
      `INSERT INTO ${table} (account_id, id, title, description, submitter_email, status, source, created_at, updated_at)
       SELECT account_id, id, 'Export to CSV with our own columns', 'Every month we copy the list by hand into a sheet.',
         'ada@example.com', 'new', 'api', now(), now()
       FROM unnest($1::uuid[], $2::uuid[]) AS new (account_id, id)`,
      [items.map(({ accountId }) => accountId), items.map(({ id }) => id)],
    );
    if (table === TABLES.duties) await client.query(ADD_SEARCH_ENTRIES, [items.map(({ id }) => id)]);
  });
  return items;
}

async function withClient(work) {
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  // Records no events.
  await client.query(`SET app.actor = 'none'`);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function uuidv7() {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
