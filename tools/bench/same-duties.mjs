/**
 * Baseline of `npm run bench` with the same duties as the service: a hand-written server on Fastify and `pg` that returns
 * the same members of an item and the same headers, validates input, counts requests by hour and minute, limits the
 * connections of an account, isolates accounts by row-level security, and records each change with the write. Events,
 * history, and search entries follow in batches. It has no other features, such as filters, tags, and webhooks.
 */
import pg from 'pg';
import { COLUMNS, CREATE, DELETE, LIST, PUBLISH, READ, UPDATE } from './duties.sql.mjs';
import { app, listen, pool, uuidv7 } from './hand-written.mjs';

const ACTOR = 'api_key:0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const QUOTA = 1_000_000_000;
const PER_ACCOUNT = 5;
const PUBLISHED_MAX = 1_000;
const PUBLISH_MS = 100;

/** Settings of the transaction, so that the connection can be one of a pooler. Planning a list takes longer than reading it. */
const SCOPE = {
  name: 'scope',
  text: `SELECT set_config('app.account_id', $1, true), set_config('jit', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
};
const timestampOf = (text) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${(text.slice(19, -3) || '.').padEnd(4, '0')}Z`;
const types = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ ? timestampOf : pg.types.getTypeParser(oid, format),
};
pool.options.onConnect = (client) => client.query({ ...SCOPE, values: [''] });

/** Sets the account and runs a statement, in one round trip and one transaction. */
class ScopedQuery extends pg.Query {
  isScopeSet = false;
  constructor(accountId, statement, callback) {
    super(statement, callback);
    this.accountId = accountId;
  }
  prepare(connection) {
    connection.bind({ statement: SCOPE.name, values: [this.accountId] });
    connection.execute({});
    super.prepare(connection);
  }
  handleDataRow(message) {
    if (this.isScopeSet) super.handleDataRow(message);
  }
  handleCommandComplete(message, connection) {
    if (this.isScopeSet) super.handleCommandComplete(message, connection);
    this.isScopeSet = true;
  }
}

const running = new Map();
const waiting = new Map();
function enter(accountId, start) {
  const count = running.get(accountId) ?? 0;
  if (count < PER_ACCOUNT) {
    running.set(accountId, count + 1);
    start();
  } else {
    if (!waiting.has(accountId)) waiting.set(accountId, []);
    waiting.get(accountId).push(start);
  }
}
function leave(accountId) {
  const next = waiting.get(accountId)?.shift();
  if (next) return next();
  waiting.delete(accountId);
  const count = running.get(accountId) - 1;
  if (count > 0) running.set(accountId, count);
  else running.delete(accountId);
}

const scopedQuery = (name, text) => (accountId, values) =>
  new Promise((resolve, reject) => {
    const start = () =>
      pool.connect((unreachable, client, release) => {
        const done = (failure, result) => {
          release(failure);
          leave(accountId);
          if (failure) reject(failure);
          else resolve(result);
        };
        if (unreachable) return done(unreachable);
        const statement = { name, text, values: [accountId, ...values], rowMode: 'array', types };
        client.query(new ScopedQuery(accountId, statement, done));
      });
    enter(accountId, start);
  });
const sql = {
  list: scopedQuery('list', LIST),
  read: scopedQuery('read', READ),
  create: scopedQuery('create', CREATE),
  update: scopedQuery('update', UPDATE),
  remove: scopedQuery('delete', DELETE),
};

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
    'X-RateLimit-Reset, X-Request-Id, Idempotent-Replayed, Content-Disposition, Deprecation, Sunset, Allow',
};
const POLICIES = `"hour";q=${QUOTA};w=3600, "minute";q=${QUOTA};w=60`;

const hours = new Map();
const minutes = new Map();
function windowOf(windows, key, seconds, now) {
  const window = windows.get(key);
  if (window && now < window.end) return window;
  const next = { end: now + seconds * 1000, left: QUOTA };
  windows.set(key, next);
  return next;
}

app.addHook('onRequest', (request, reply, done) => {
  const now = Date.now();
  const key = request.headers['x-api-key'];
  const hour = windowOf(hours, key, 3600, now);
  const minute = windowOf(minutes, key, 60, now);
  const isAdmitted = hour.left > 0 && minute.left > 0;
  if (isAdmitted) {
    hour.left--;
    minute.left--;
  }
  const tightest = minute.left < hour.left ? minute : hour;
  const seconds = ({ end }) => Math.ceil((end - now) / 1000);
  reply.headers(HEADERS).headers({
    'x-request-id': request.id,
    'ratelimit-policy': POLICIES,
    ratelimit: `"hour";r=${hour.left};t=${seconds(hour)}, "minute";r=${minute.left};t=${seconds(minute)}`,
    'x-ratelimit-limit': String(QUOTA),
    'x-ratelimit-remaining': String(tightest.left),
    'x-ratelimit-reset': String(Math.ceil(tightest.end / 1000)),
  });
  if (isAdmitted) done();
  else reply.code(429).send({ error: { type: 'rate_limit_error' } });
});

const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'];
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/i;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const lengthOf = (text) => (text.length <= 200 ? text.length : [...text].length);
const RULES = {
  title: (value) =>
    typeof value === 'string' &&
    VISIBLE.test(value) &&
    !CONTROL.test(value) &&
    value.isWellFormed() &&
    lengthOf(value.trim()) <= 200,
  description: (value) =>
    value === null ||
    (typeof value === 'string' && !value.includes('\0') && value.isWellFormed() && lengthOf(value) <= 10_000),
  submitter_email: (value) =>
    value === null || (typeof value === 'string' && value.length <= 254 && EMAIL.test(value.trim())),
  status: (value) => STATUSES.includes(value),
};
const CHANGE_RULES = { title: RULES.title, status: RULES.status };
function problemsOf(body, rules, required) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [{ code: 'invalid_type' }];
  const problems = [];
  if (required && body.title === undefined) problems.push({ param: 'title', code: 'missing_required_field' });
  for (const param in body) {
    if (!Object.hasOwn(rules, param)) problems.push({ param, code: 'unknown_field' });
    else if (!rules[param](body[param])) problems.push({ param, code: 'invalid_value' });
  }
  return problems;
}
const invalid = (reply, errors) => reply.code(400).send({ error: { type: 'invalid_request_error', errors } });
const notFound = (reply) => reply.code(404).send({ error: { type: 'not_found_error' } });

const NONE = [];
const itemOf = (row) => ({
  id: row[0],
  title: row[1],
  description: row[2],
  submitter_email: row[3],
  status: row[4],
  source: row[5],
  created_at: row[6],
  updated_at: row[7],
  external_id: row[8],
  merged_into: row[9],
  duplicate_count: row[10],
  request_count: row[11],
  request_value: row[12],
  unconfirmed_votes: row[13],
  tags: row[14] ?? NONE,
  assignee: row[15],
  links: row[16] ?? NONE,
  public: row[17],
  context: row[18],
  verified: row[19],
});
const VERSION = COLUMNS.indexOf('version');
const send = (reply, row) => reply.header('etag', `"${row[VERSION]}"`).send({ data: itemOf(row) });

app.get('/api/v1/feedback', async ({ accountId, query }, reply) => {
  const { limit = '20', offset = '0', ...others } = query;
  const [size, start] = [Number(limit), Number(offset)];
  const isValid = size >= 1 && size <= 100 && start >= 0 && Object.keys(others).length === 0;
  if (!isValid) return invalid(reply, [{ code: 'invalid_parameter' }]);
  const { rows } = await sql.list(accountId, [size + 1, start]);
  const hasMore = rows.length > size;
  const data = (hasMore ? rows.slice(0, size) : rows).map(itemOf);
  const cursor = hasMore ? Buffer.from(data.at(-1).id).toString('base64url') : null;
  if (hasMore) reply.header('link', `</api/v1/feedback?limit=${size}&cursor=${cursor}>; rel="next"`);
  return { data, pagination: { limit: size, offset: start, has_more: hasMore, next_cursor: cursor } };
});
app.get('/api/v1/feedback/:id', async ({ accountId, params: { id } }, reply) => {
  if (!UUID.test(id)) return notFound(reply);
  const { rows } = await sql.read(accountId, [id]);
  return rows[0] ? send(reply, rows[0]) : notFound(reply);
});
app.post('/api/v1/feedback', async ({ accountId, body }, reply) => {
  const problems = problemsOf(body, RULES, true);
  if (problems.length > 0) return invalid(reply, problems);
  const { title, description = null, submitter_email = null, status = 'new' } = body;
  const now = new Date();
  const at = now.toISOString();
  const id = uuidv7(now);
  const item = [id, title.trim(), description, submitter_email?.trim() ?? null, status];
  await sql.create(accountId, [...item, at, ACTOR]);
  reply.code(201).header('location', `/api/v1/feedback/${id}`);
  return send(reply, [
    ...item,
    'api',
    at,
    at,
    null,
    null,
    0,
    1,
    0,
    0,
    null,
    null,
    null,
    null,
    null,
    false,
    1,
  ]);
});
app.patch('/api/v1/feedback/:id', async ({ accountId, params: { id }, body }, reply) => {
  const problems = problemsOf(body, CHANGE_RULES, false);
  if (problems.length > 0) return invalid(reply, problems);
  if (!UUID.test(id)) return notFound(reply);
  const values = [id, body.title?.trim() ?? null, body.status ?? null, new Date().toISOString(), ACTOR];
  const changed = await sql.update(accountId, values);
  const { rows } = changed.rows.length > 0 ? changed : await sql.read(accountId, [id]);
  return rows[0] ? send(reply, rows[0]) : notFound(reply);
});
app.delete('/api/v1/feedback/:id', async ({ accountId, params: { id } }, reply) => {
  if (!UUID.test(id)) return notFound(reply);
  const { rowCount } = await sql.remove(accountId, [id, ACTOR]);
  return rowCount ? reply.code(204).send() : notFound(reply);
});

const publisher = new pg.Client({ connectionString: process.env.DATABASE_URL });
await publisher.connect();
await publisher.query(`SELECT set_config('app.publishes', 'on', false), set_config('jit', 'off', false),
  set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false),
  set_config('enable_seqscan', 'off', false)`);
async function publish() {
  const { rows } = await publisher.query({ name: 'publish', text: PUBLISH, values: [PUBLISHED_MAX] });
  setTimeout(publish, rows[0].count < PUBLISHED_MAX ? PUBLISH_MS : 0);
}
await publish();

await listen();
