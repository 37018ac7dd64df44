/**
 * Baseline of `npm run bench`: a hand-written server on Fastify and `pg` without validation or rate limits, on a plain
 * table of its own with two indexes.
 */
import { app, listen, pool, uuidv7 } from './hand-written.mjs';

const COLUMNS = 'id, title, description, submitter_email, status, source, created_at, updated_at';
const TABLE = 'plain_feedback';
const LIST = `SELECT ${COLUMNS} FROM ${TABLE} WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`;
const READ = `SELECT ${COLUMNS} FROM ${TABLE} WHERE account_id = $1 AND id = $2`;
const CREATE = `
  INSERT INTO ${TABLE} (account_id, id, title, description, submitter_email, status, source, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'api', $7, $7) RETURNING ${COLUMNS}`;
const UPDATE = `
  UPDATE ${TABLE} SET title = coalesce($3, title), status = coalesce($4, status), updated_at = now(),
    version = version + 1
  WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`;
const DELETE = `DELETE FROM ${TABLE} WHERE account_id = $1 AND id = $2`;

const namedQuery = (name, text) => (values) => pool.query({ name, text, values });
const sql = {
  list: namedQuery('list', LIST),
  read: namedQuery('read', READ),
  create: namedQuery('create', CREATE),
  update: namedQuery('update', UPDATE),
  remove: namedQuery('delete', DELETE),
};

app.get('/api/v1/feedback', async ({ accountId, query: { limit = '20', offset = '0' } }) => {
  const { rows } = await sql.list([accountId, Number(limit) + 1, Number(offset)]);
  return { data: rows.slice(0, Number(limit)), pagination: { has_more: rows.length > Number(limit) } };
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

await listen();
