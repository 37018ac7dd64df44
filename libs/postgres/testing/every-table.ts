import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Text with every character that COPY escapes, and the line that ends the rows of a table. */
const HOSTILE = 'tab\t back\\slash\n\\.\nnext\r\n ü 日本 🙂 \\N';

/** Adds rows of these accounts to every table, as superuser. */
export async function fillEveryTable(adminUrl: string, accounts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE TABLE events_1 (LIKE events INCLUDING ALL)`);
    await client.query(`ALTER TABLE events_1 OWNER TO feedback_test`);
    await client.query(`ALTER TABLE events ATTACH PARTITION events_1 FOR VALUES FROM (1000) TO (2000)`);
    await client.query(`UPDATE event_positions SET last = 1500, dropped = 7`);
    await client.query(`INSERT INTO shared_secrets VALUES ('cursor', '\\x00ff5c0a')`);
    for (const [i, account] of accounts.entries()) {
      for (const statement of statementsOf(account, i)) await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function statementsOf(account: string, i: number): string[] {
  const id = () => `'${randomUUID()}'`;
  const [a, owner, item, endpoint, tag, text] = [`'${account}'`, id(), id(), id(), id(), quoted(HOSTILE)];
  const now = `'2026-11-20T10:00:00.123Z'`;
  return [
    `INSERT INTO accounts (id, name, slug, plan, form_open, created_at, form_introduction, form_email_field, aliases)
     VALUES (${a}, 'Acme', 'acme-${i}', 'pro', true, ${now}, ${text}, 'optional', '{old-${i}}')`,
    `INSERT INTO account_slugs VALUES ('acme-${i}', ${a}), ('old-${i}', ${a})`,
    `INSERT INTO removed_accounts VALUES (${id()}, ${now})`,
    `INSERT INTO owners VALUES (${owner}, ${a}, 'ada-${i}@example.com', '$argon2id$', ${now})`,
    `INSERT INTO former_members VALUES (${a}, ${id()}, 'Grace')`,
    `INSERT INTO invitations VALUES (${a}, ${id()}, sha256('i${i}'), 'editor', 'bo@example.com', ${owner}, ${now}, ${now})`,
    `INSERT INTO second_factors VALUES (${owner}, '\\x00ff5c0a', ${now}, 59000000, ARRAY[sha256('r${i}'), sha256('')])`,
    `INSERT INTO sign_in_challenges VALUES (sha256('c${i}'), ${a}, ${owner}, sha256('p'), ${now})`,
    `INSERT INTO sessions (id, account_id, owner_id, digest, created_at, last_seen_at)
     VALUES (${id()}, ${a}, ${owner}, sha256('s${i}'), ${now}, ${now})`,
    `INSERT INTO email_changes VALUES (${owner}, 'new-${i}@example.com', sha256('e${i}'), ${now}, ${now})`,
    `INSERT INTO password_resets VALUES (${owner}, sha256('p${i}'), ${now}, ${now})`,
    `INSERT INTO mail_outbox (id, account_id, kind, sealed, status, attempts, due_at, created_at, expires_at, priority, turn)
     VALUES (${id()}, ${a}, 'password_changed', '\\x0102', 'pending', 0, ${now}, ${now}, ${now}, 1, 0)`,
    `INSERT INTO mail_minutes VALUES (timestamptz ${now} + ${i} * interval '1 minute', 1)`,
    `INSERT INTO mail_suppressions VALUES (${a}, 'digest-${i}', ${now}, '550')`,
    `INSERT INTO api_keys (id, account_id, name, permission, allowed_origins, digest, last_four, created_at, bucket_id)
     VALUES (${id()}, ${a}, 'Key', 'submit', '{https://a.example,"https://b.example"}', sha256('k${i}'), 'abcd', ${now}, ${id()})`,
    `INSERT INTO api_usage SELECT id, '2026-11-20', 1, 2, 3 FROM api_keys WHERE account_id = ${a}`,
    `INSERT INTO security_events VALUES (${a}, ${id()}, 'api_key.created', ${now}, 'owner', '192.0.2.1', ${id()}, 'Key')`,
    `INSERT INTO notifications VALUES (${a}, ${owner}, ${id()}, 'mentioned', false, 1, ${item}, '{"a":"\\n"}', ${now}, ${now}, ${now})`,
    `INSERT INTO notification_settings VALUES (${a}, ${owner}, true, 'daily', ${id()}, 'off', 'off', 'daily', 'Europe/Berlin',
       'off', 1700000000000000, ${now}, 'infinity', ${now}, '-infinity')`,
    `INSERT INTO rate_limits (key_id, hour_start, hour_count, minute_start, minute_count)
     VALUES (${id()}, ${now}, 1, ${now}, 1)`,
    `INSERT INTO sign_in_attempts VALUES (${id()}, 1, ${now}, ${now})`,
    `INSERT INTO feedback (account_id, id, title, description, submitter_email, status, source, created_at, updated_at)
     SELECT ${a}, gen_random_uuid(), 'Item ' || n, CASE WHEN n % 2 = 0 THEN ${text} END, 'Bo@example.com', 'new', 'api', ${now}, ${now}
     FROM generate_series(1, ${20 + i}) n`,
    `INSERT INTO followers VALUES (${a}, ${owner}, 'bo@example.com', 'de', ${now}, NULL, 'g', ARRAY[${now}]::timestamptz[], ${now}, ${now})`,
    `INSERT INTO followed_items SELECT account_id, ${owner}, id, created_at, NULL FROM feedback WHERE account_id = ${a}`,
    `INSERT INTO status_messages (account_id, id, feedback_id, state, previous_status, message, actor, created_at, due_at, asked, recipients, delivered, refused)
     SELECT account_id, gen_random_uuid(), id, 'sent', 'planned', ${text}, 'owner', ${now}, ${now}, 2, 2, 1, 1 FROM feedback WHERE account_id = ${a}`,
    `INSERT INTO waiting_votes SELECT account_id, ${owner}, id, 'Bo', ${now} FROM feedback WHERE account_id = ${a}`,
    `INSERT INTO tags VALUES (${a}, ${tag}, 'Mobile', 'mobile', 'gray')`,
    `UPDATE feedback SET tags = ARRAY[${tag}]::uuid[] WHERE account_id = ${a} AND title LIKE 'Item 1%'`,
    // A trigger adds the rows of public_moves.
    `UPDATE feedback SET public = jsonb_build_object('title', 'Card', 'text', ${text}), version = 2
     WHERE account_id = ${a} AND title LIKE 'Item 2%'`,
    `UPDATE feedback SET public = NULL, public_ended_at = ${now}, version = 3 WHERE account_id = ${a} AND title = 'Item 20'`,
    `INSERT INTO quarantined_feedback (account_id, id, title, description, source, reason, created_at)
     VALUES (${a}, ${id()}, 'Spam', ${text}, 'form', 'honeypot_filled', ${now})`,
    `INSERT INTO imports VALUES (${a}, ${id()}, ${now}, 3)`,
    `INSERT INTO views (account_id, id, owner_id, name, parameters, position)
     VALUES (${a}, ${id()}, ${owner}, 'View', jsonb_build_object('q', ${text}), 0)`,
    `INSERT INTO idempotency_records VALUES (${a}, ${id()}, 'key', 'print', ${text}, ${now})`,
    `INSERT INTO idempotency_items SELECT account_id, ${item}, client, key FROM idempotency_records WHERE account_id = ${a}`,
    `INSERT INTO events VALUES (${1100 + i}, ${a}, ${id()}, 'feedback.created', ${now}, 'system', ${item}, '{"a":"\\n"}')`,
    `INSERT INTO feedback_history (account_id, item_id, position, at, actor, kind, version, status_from, status_to, is_first, changes)
     VALUES (${a}, ${item}, ${1100 + i}, ${now}, 'owner', 'updated', 2, 'new', 'planned', true, '{"title":{"from":"\\n","to":"ü"}}')`,
    `INSERT INTO feedback_notes VALUES (${a}, ${item}, ${id()}, ${text}, 'owner', ${now})`,
    `INSERT INTO webhook_endpoints (id, account_id, url, events, payload, signature, status, header_names, sealed, created_by, created_at, updated_at)
     VALUES (${endpoint}, ${a}, 'https://hooks.example', '{*}', 'full', 'v1', 'active', '{}', '\\x0102', 'system', ${now}, ${now})`,
    `INSERT INTO webhook_deliveries (endpoint_id, id, account_id, event_id, event_type, due_at, created_at)
     VALUES (${endpoint}, ${id()}, ${a}, ${id()}, 'feedback.created', '-infinity', ${now})`,
    `INSERT INTO webhook_hours VALUES (${endpoint}, ${now}, ${a}, 1, 2, 3)`,
  ];
}

/** Columns that a restore changes (mail.md 3; docs/architecture/adr/0012-search.md). */
const NOT_RESTORED = [
  'is_indexed',
  'mail_due_at',
  'digest_due_at',
  'feedback_due_at',
  'feedback_since',
  'mail_claimed_until',
];

/** A digest of all rows by table, without what a restore changes, read as superuser. Partitions are part of their table. */
export async function digestsOf(adminUrl: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`SET timezone = 'UTC'`);
    const { rows } = await client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
        AND relnamespace = 'public'::regnamespace ORDER BY 1`);
    const digests: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ digest: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5, '' ORDER BY md5)), '') AS digest
         FROM (SELECT md5((to_jsonb(one) - $1::text[])::text) FROM ${name} one) rows`,
        [NOT_RESTORED],
      );
      digests[name] = found[0]!.digest;
    }
    return digests;
  } finally {
    await client.end();
  }
}
