/**
 * Tells 10,000 followers of an item about its status, with a mail server that takes 50 ms for each message: seconds from
 * the end of the hold, lost and repeated messages, and how long a link takes that is added in between.
 */
import { createCipheriv, hash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { account, formatSeconds, median, print, request, startService, superuserUrl } from '../harness.mjs';

const MESSAGES = Number(process.env.BENCH_MAILS ?? 10_000);
const CONNECTIONS = Number(process.env.BENCH_MAIL_CONNECTIONS ?? 5);
const TAKES_MS = 50;
const LINKS = 10;
const GOAL_S = 120;
/** The key of `startService`. */
const KEY = Buffer.alloc(32);

export async function benchMail() {
  const { accountId, key } = await account('sends-mail');
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  const server = await startServer();
  const service = await startService({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'no-reply@mail.example',
    MAIL_CONNECTIONS: String(CONNECTIONS),
  });
  const add = (messages) => client.query(INSERT, [JSON.stringify(messages)]);
  const created = await request(service, '/api/v1/feedback', key, { method: 'POST', body: { title: 'T' } });
  await client.query(FOLLOW, [accountId, JSON.parse(created.body).data.id, MESSAGES]);
  await client.query(HOLD, [accountId]);
  const start = performance.now();
  const waits = [];
  for (let n = 1; n <= LINKS; n++) {
    await server.has((n * MESSAGES) / (LINKS + 1));
    const to = `link-${n}@example.com`;
    const added = performance.now();
    await add([message(null, 0, 0, { kind: 'password_reset', to, parameters: { token: 'T' } })]);
    waits.push((await server.receivedAt(to)) - added);
  }
  await server.has(MESSAGES + LINKS);
  const seconds = (performance.now() - start) / 1000;
  while ((await pending(client)) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  await client.end();
  server.close();
  const ids = new Set(server.ids);
  print(
    `${MESSAGES.toLocaleString('en')} followers, ${CONNECTIONS} connections, ${TAKES_MS} ms each
  ${formatSeconds(seconds * 1000)} (≤ ${GOAL_S} s)   ${(MESSAGES / seconds).toFixed(0)} per second
  queued ${MESSAGES + LINKS}   sent ${ids.size}   repeated ${server.ids.length - ids.size}   lost ${MESSAGES + LINKS - ids.size}
  a link in between: median ${median(waits).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
  );
}

/** $2 the item, $3 the number of followers. */
const FOLLOW = `
  WITH added AS (
    INSERT INTO followers (account_id, id, email, confirmed_at, generation, created_at)
    SELECT $1, gen_random_uuid(), 'follower-' || n || '@example.com', now(), 'g', now()
    FROM generate_series(1, $3::integer) n RETURNING id
  )
  INSERT INTO followed_items (account_id, follower_id, item_id, created_at) SELECT $1, id, $2, now() FROM added`;
/** A message whose hold ends now. */
const HOLD = `
  INSERT INTO status_messages (account_id, id, feedback_id, state, previous_status, message, actor, created_at, due_at, asked, recipients)
  SELECT account_id, gen_random_uuid(), item_id, 'held', 'planned', 'Thank you.', 'owner', now(), now(), 0, 0
  FROM followed_items WHERE account_id = $1 LIMIT 1`;

const INSERT = `
  INSERT INTO mail_outbox (id, account_id, kind, sealed, status, attempts, due_at, created_at, expires_at, priority, turn)
  SELECT (one->>'id')::uuid, (one->>'accountId')::uuid, one->>'kind', decode(one->>'sealed', 'base64'), 'pending', 0, now(),
    now(), now() + interval '1 hour', (one->>'priority')::smallint, (one->>'turn')::bigint
  FROM json_array_elements($1::json) one`;

async function pending(client) {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS count FROM mail_outbox WHERE status = 'pending'`,
  );
  return rows[0].count;
}

/** As the service stores it. */
function message(accountId, priority, turn, content) {
  const id = randomUUID();
  return { id, accountId, priority, turn, kind: content.kind, sealed: sealed(content, `mail ${id}`) };
}

/** As `SecretBox` encrypts. */
function sealed(content, context) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', KEY, iv, { authTagLength: 16 }).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
  const header = Buffer.from([1, ...hash('sha256', KEY, 'buffer').subarray(0, 4)]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), text]).toString('base64');
}

async function startServer() {
  const ids = [];
  const times = new Map();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      let head = '';
      stream.on('data', (chunk) => (head += head.length < 2000 ? chunk : ''));
      stream.on('end', () =>
        setTimeout(() => {
          ids.push(/^message-id: *(.*)$/im.exec(head)[1]);
          times.set(envelope.rcptTo[0].address, performance.now());
          done();
        }, TAKES_MS),
      );
    },
  });
  server.on('error', () => {});
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const until = async (isTrue) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    ids,
    port: server.server.address().port,
    has: (count) => until(() => ids.length >= count),
    receivedAt: (to) => until(() => times.has(to)).then(() => times.get(to)),
    close: () => server.close(),
  };
}
