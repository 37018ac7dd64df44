/**
 * What the baseline servers of `npm run bench` share: `pg` with named statements, cached keys, and JSON. KEYS is a JSON
 * object of account IDs by API key.
 */
import { createHash, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, PORT, KEYS } = process.env;
export const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const digestOf = (key) => createHash('sha256').update(key).digest('hex');
const accounts = new Map(Object.entries(JSON.parse(KEYS)).map(([key, id]) => [digestOf(key), id]));

export const app = Fastify();
app.decorateRequest('accountId', null);
app.addHook('onRequest', (request, reply, done) => {
  request.accountId = accounts.get(digestOf(request.headers['x-api-key'] ?? ''));
  if (request.accountId) done();
  else reply.code(401).send({ error: { type: 'authentication_error' } });
});

export async function listen() {
  await app.listen({ host: '127.0.0.1', port: Number(PORT) });
  process.send?.('ready');
}

export function uuidv7(at) {
  const hex = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
