/**
 * Baseline of `npm run bench`: a hand-written server on Fastify and `pg` with named statements and cached keys, without
 * validation or rate limits. Uses the same table and rows as the service.
 */
import { createHash, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, PORT, KEY, ACCOUNT_ID } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const accounts = new Map([[createHash('sha256').update(KEY).digest('hex'), ACCOUNT_ID]]);

const COLUMNS = 'id, title, description, submitter_email, status, source, created_at, updated_at';
const LIST = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`;
const LIST_JSON = `SELECT coalesce(json_agg(page), '[]')::text AS json FROM (${LIST}) page`;
const READ = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;
const CREATE = `
  INSERT INTO feedback (account_id, id, title, description, submitter_email, status, source, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'api', $7, $7) RETURNING ${COLUMNS}`;
const UPDATE = `
  UPDATE feedback SET title = coalesce($3, title), status = coalesce($4, status), updated_at = now(),
    version = version + 1
  WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`;
const DELETE = 'DELETE FROM feedback WHERE account_id = $1 AND id = $2';

const namedQuery = (name, text) => (values) => pool.query({ name, text, values });
const sql = {
  list: namedQuery('list', LIST),
  listJson: namedQuery('list-json', LIST_JSON),
  read: namedQuery('read', READ),
  create: namedQuery('create', CREATE),
  update: namedQuery('update', UPDATE),
  remove: namedQuery('delete', DELETE),
};

const app = Fastify();
app.decorateRequest('accountId', null);
app.addHook('onRequest', async (request, reply) => {
  const digest = createHash('sha256')
    .update(request.headers['x-api-key'] ?? '')
    .digest('hex');
  request.accountId = accounts.get(digest);
  if (!request.accountId) return reply.code(401).send({ error: { type: 'authentication_error' } });
});

const limitAndOffset = ({ limit = '20', offset = '0' }) => [Number(limit) + 1, Number(offset)];

app.get('/api/v1/feedback', async ({ accountId, query }) => {
  const [limit, offset] = limitAndOffset(query);
  const { rows } = await sql.list([accountId, limit, offset]);
  return { data: rows.slice(0, limit - 1), pagination: { has_more: rows.length === limit } };
});
app.get('/json/feedback', async ({ accountId, query }, reply) => {
  const [limit, offset] = limitAndOffset(query);
  const { rows } = await sql.listJson([accountId, limit - 1, offset]);
  return reply.type('application/json; charset=utf-8').send(`{"data":${rows[0].json}}`);
});
app.get('/api/v1/feedback/:id', async ({ accountId, params }, reply) => {
  const { rows } = await sql.read([accountId, params.id]);
  return rows[0] ? { data: rows[0] } : reply.code(404).send();
});
app.post('/api/v1/feedback', async ({ accountId, body }, reply) => {
  const now = new Date();
  const { title, description = null, submitter_email = null, status = 'new' } = body;
  const { rows } = await sql.create([
    accountId,
    uuidv7(now),
    title,
    description,
    submitter_email,
    status,
    now,
  ]);
  return reply.code(201).send({ data: rows[0] });
});
app.patch('/api/v1/feedback/:id', async ({ accountId, params, body }, reply) => {
  const { rows } = await sql.update([accountId, params.id, body.title ?? null, body.status ?? null]);
  return rows[0] ? { data: rows[0] } : reply.code(404).send();
});
app.delete('/api/v1/feedback/:id', async ({ accountId, params }, reply) => {
  const { rowCount } = await sql.remove([accountId, params.id]);
  return reply.code(rowCount ? 204 : 404).send();
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.send?.('ready');

function uuidv7(at) {
  const hex = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
