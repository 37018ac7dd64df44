import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import type { Client as PgClient } from 'pg';
import { ExportTimeouts } from '../src/export/export-output';
import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { whileLocked } from './support/locks';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const PATH = '/api/v1/feedback/export';
const HEADER =
  'id,title,description,submitter_email,status,source,created_at,updated_at,external_id,merged_into,duplicate_count,request_count,request_value,tags,assignee,links,verified\r\n';
/** More than socket buffers hold, so a client that does not read stops the export. */
const MANY = 15_000;

/** export.md 1, export.md 2 */
describe(PATH, () => {
  const { service, client } = useService();
  let account: Account;
  let admin: PgClient;

  beforeAll(async () => {
    admin = await service.connectAsAdmin();
    admin.on('error', () => {});
  });
  beforeEach(async () => (account = await service.account()));

  const call = (query = '', method = 'GET', headers = {}) =>
    client.call(method, PATH + query, { key: account.key, headers });
  const create = async (body: object) =>
    (await client.call('POST', '/api/v1/feedback', { key: account.key, body })).json.data;
  const listed = async (query = '') =>
    (await client.call('GET', `/api/v1/feedback?limit=100${query}`, { key: account.key })).json.data;
  const lines = ({ text }: HttpResponse) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const issuesOf = ({ status, json }: HttpResponse) => [
    status,
    ...json.error.details.map(({ param, code }: Record<string, string>) => `${param} ${code}`),
  ];

  /** Creates an account whose export does not fit into socket buffers. */
  const large = async () => {
    const owner = await service.account();
    // Skip triggers: these tests do not search.
    await admin.query('SET session_replication_role = replica');
    await admin.query(
      `INSERT INTO feedback (account_id, id, title, description, status, source, created_at, updated_at)
       SELECT $1, overlay(gen_random_uuid()::text PLACING '019cb323-e500-7' FROM 1 FOR 15)::uuid, 'Title ' || n,
         repeat('words ', 300), 'new', 'api', '2026-03-03T10:00:00Z', '2026-03-03T10:00:00Z'
       FROM generate_series(1, ${MANY}) n`,
      [owner.id],
    );
    await admin.query('SET session_replication_role = origin');
    return owner;
  };
  /** Starts a download without reading it. */
  const startExport = (key: string, query = '?format=ndjson') =>
    startRequest(PATH + query, { 'x-api-key': key });
  const startRequest = async (path: string, headers: Record<string, string>) => {
    const outgoing = request(service.origin + path, { agent: new Agent(), headers }).end();
    outgoing.on('error', () => {});
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    incoming.on('error', () => {});
    return { outgoing, incoming };
  };
  /** Resolves when the response ends or is interrupted. */
  const closed = (incoming: IncomingMessage) => new Promise((next) => incoming.on('close', next));
  /** Counts connections of the service that are not idle. */
  const countBusy = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'feedback-service' AND state <> 'idle'`,
    );
    return rows[0]!.n;
  };
  const waitUntilIdle = async () => {
    while ((await countBusy()) > 0) await new Promise((next) => setTimeout(next, 10));
  };

  describe('response', () => {
    const FILES: [string, string, string, string][] = [
      ['', 'application/json; charset=utf-8', 'json', '{"data":[]}'],
      ['?format=json', 'application/json; charset=utf-8', 'json', '{"data":[]}'],
      ['?format=ndjson', 'application/x-ndjson; charset=utf-8', 'ndjson', ''],
      ['?format=csv', 'text/csv; charset=utf-8; header=present', 'csv', HEADER],
      ['?format=csv&bom=false', 'text/csv; charset=utf-8; header=present', 'csv', HEADER],
      ['?format=csv&bom=true', 'text/csv; charset=utf-8; header=present', 'csv', `\ufeff${HEADER}`],
    ];
    it.each(FILES)('to %j is a file of its type, named by the time', async (query, type, extension, text) => {
      const before = Math.floor(Date.now() / 1000) * 1000;
      const { status, headers, text: body } = await call(query);
      expect([status, headers['content-type'], body]).toEqual([200, type, text]);
      const name = /^attachment; filename="feedback-(\d{8}T\d{6}Z)\.(\w+)"$/.exec(
        headers['content-disposition']!,
      )!;
      expect(name[2]).toBe(extension);
      const at = Date.parse(name[1]!.replace(/^(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5'));
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
      expect(headers['cache-control']).toBe('no-store');
    });

    it('to HEAD has the same headers and no body', async () => {
      for (const [query] of FILES) {
        const [get, head] = [await call(query), await call(query, 'HEAD')];
        expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', undefined]);
        const same = ({ headers }: HttpResponse) => {
          const names = ['content-type', 'cache-control', 'access-control-allow-origin'];
          return names.map((name) => [name, headers[name]]);
        };
        expect(same(head)).toEqual(same(get));
        expect(head.headers['content-disposition']).toMatch(
          /^attachment; filename="feedback-\d{8}T\d{6}Z\.\w+"$/,
        );
      }
      expect(issuesOf(await call('?format=xml'))[0]).toBe((await call('?format=xml', 'HEAD')).status);
    });

    it('contains the items exactly as the list returns them', async () => {
      await create({
        title: 'é 日本 🙂',
        description: 'a\r\n"b"\t\u0007\\ \u2028',
        submitter_email: 'ada@example.com',
      });
      await create({ title: 'Dark mode', status: 'planned', description: '' });
      const items = await listed();
      expect((await call()).text).toBe(JSON.stringify({ data: items }));
      expect((await call('?format=ndjson')).text).toBe(
        items.map((item: object) => `${JSON.stringify(item)}\n`).join(''),
      );
    });

    it('is CSV that a strict parser reads and no spreadsheet evaluates as formulas', async () => {
      await create({ title: '=cmd|x', description: '＝1\r\n"2", 3', submitter_email: '+ada@example.com' });
      await create({ title: 'it\'s, "fine"', description: '' });
      const { text } = await call('?format=csv&sort=created_at');
      const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
      expect(
        rows.map(({ title, description, submitter_email }) => [title, description, submitter_email]),
      ).toEqual([
        ["'=cmd|x", '\'＝1\r\n"2", 3', "'+ada@example.com"],
        ['it\'s, "fine"', '', ''],
      ]);
      expect(text).toContain(`,"'=cmd|x","'＝1\r\n""2"", 3","'+ada@example.com",new,api,`);
      expect(text).toContain(`,"it's, ""fine""","",,new,api,`);
      expect(text.endsWith('\r\n')).toBe(true);
    });

    it.each(['full', 'read'] as const)('is 200 for a %s key', async (permission) => {
      const { key } = await service.issue(account.id, { permission });
      expect((await client.call('GET', PATH, { key })).status).toBe(200);
    });

    it('is 403 for a submit key and 401 without a key', async () => {
      const { key } = await service.issue(account.id, {
        permission: 'submit',
        origins: ['https://a.example'],
      });
      const rejected = await client.call('GET', PATH, { key, headers: { origin: 'https://a.example' } });
      expect([rejected.status, rejected.json.error.code]).toEqual([403, 'insufficient_permissions']);
      expect((await client.call('GET', PATH)).status).toBe(401);
    });

    it('contains no items of another account', async () => {
      await create({ title: 'Mine' });
      account = await service.account();
      expect((await call()).text).toBe('{"data":[]}');
    });
  });

  it('contains merged items unless it has a filter', async () => {
    for (const title of ['Target', 'Duplicate']) await create({ title });
    const [duplicate, target] = await listed();
    const headers = { 'content-type': 'application/json' };
    const path = `/api/v1/feedback/${duplicate.id}`;
    await client.call('PATCH', path, { key: account.key, body: { merged_into: target.id }, headers });
    const titles = async (query: string) =>
      lines(await call(`?format=ndjson${query}`)).map(({ title }: { title: string }) => title);
    expect(await titles('')).toEqual(['Duplicate', 'Target']);
    expect(await titles('&sort=created_at')).toEqual(['Target', 'Duplicate']);
    expect(await titles('&status=new')).toEqual(['Target']);
    expect(await titles('&status=new&merged=include')).toEqual(['Duplicate', 'Target']);
  });

  it('supports the filters and sort orders of the list', async () => {
    await create({ title: 'b dark', status: 'planned', submitter_email: 'ada@example.com' });
    await create({ title: 'a mode', description: 'DARK 100%' });
    const [{ created_at }] = await listed();
    const after = encodeURIComponent(created_at);
    for (const query of [
      '&status=planned',
      '&q=dark',
      '&q=100%25',
      '&sort=title',
      '&sort=-title',
      '&sort=created_at',
      '&submitter_email=ADA@example.com',
      `&created_after=${after}`,
      `&created_before=${after}`,
      `&updated_after=${after}&sort=-updated_at`,
      '&q=dark&sort=title&status=new',
    ]) {
      expect([query, lines(await call(`?format=ndjson${query}`))]).toEqual([query, await listed(query)]);
    }
    expect(lines(await call('?format=ndjson&sort=title')).map(({ title }) => title)).toEqual([
      'a mode',
      'b dark',
    ]);
  });

  it.each([
    ['?format=xml', ['format invalid_parameter']],
    ['?format=', ['format invalid_parameter']],
    ['?format=CSV', ['format invalid_parameter']],
    ['?format=csv&format=json', ['format repeated_parameter']],
    ['?bom=true', ['bom invalid_parameter']],
    ['?format=json&bom=false', ['bom invalid_parameter']],
    ['?format=csv&bom=1', ['bom invalid_parameter']],
    [
      '?limit=10&offset=0&cursor=x',
      ['limit unknown_parameter', 'offset unknown_parameter', 'cursor unknown_parameter'],
    ],
    ['?include_total=true', ['include_total unknown_parameter']],
    [
      '?sort=votes&status=x&q=',
      ['status invalid_parameter', 'q invalid_parameter', 'sort invalid_parameter'],
    ],
    ['?created_after=yesterday', ['created_after invalid_parameter']],
  ])('rejects %s', async (query, expected) => {
    const response = await call(query);
    expect(issuesOf(response)).toEqual([400, ...expected]);
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it('supports only GET, HEAD, and OPTIONS', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await call('', method);
      expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
    const options = await client.call('OPTIONS', PATH);
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await client.call('GET', `${PATH}/`, { key: account.key })).status).toBe(200);
  });

  /** export.md 4 */
  describe('download', () => {
    let owner: Account;
    beforeAll(async () => {
      owner = await large();
    });

    it('returns 429 for a second GET of the account while one is running, but not for HEAD', async () => {
      const { outgoing, incoming } = await startExport(owner.key);
      const second = await client.call('GET', PATH, { key: owner.key });
      expect(second.json.error).toMatchObject({
        type: 'rate_limit_error',
        code: 'export_in_progress',
        message: 'An export is already running for this account',
      });
      expect([second.status, second.headers['retry-after']]).toEqual([429, '5']);
      expect(second.headers['content-disposition']).toBeUndefined();
      expect((await client.call('HEAD', PATH, { key: owner.key })).status).toBe(200);
      expect((await call()).status).toBe(200);
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) {
        if (chunks.push(chunk as Buffer) % 50 === 0) await new Promise((next) => setTimeout(next, 5));
      }
      outgoing.destroy();
      const again = await client.call('GET', `${PATH}?format=ndjson`, { key: owner.key });
      expect(lines(again)).toHaveLength(MANY);
      expect(Buffer.concat(chunks).equals(Buffer.from(again.text))).toBe(true);
    });

    it('releases its connections when clients disconnect', async () => {
      for (let i = 0; i < 12; i++) {
        const { outgoing, incoming } = await startExport(owner.key);
        if (i % 3 > 0) await once(incoming, 'data');
        outgoing.destroy();
        await waitUntilIdle();
      }
      for (let i = 0; i < 10; i++) {
        const leaving = request(service.origin + PATH, { headers: { 'x-api-key': owner.key } }).end();
        leaving.on('error', () => {});
        await new Promise((next) => setTimeout(next, i));
        leaving.destroy();
      }
      await waitUntilIdle();
      const calls = await Promise.all(Array.from({ length: 20 }, () => call('', 'HEAD')));
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
      // Only now have all requests of disconnected clients arrived.
      await waitUntilIdle();
      let whole: HttpResponse;
      // The place of an export is free a moment after its connection.
      do whole = await client.call('GET', `${PATH}?format=ndjson`, { key: owner.key });
      while (whole.status === 429);
      expect(lines(whole)).toHaveLength(MANY);
    });

    it('is interrupted when its client stops reading', async () => {
      const timeouts = service.get(ExportTimeouts);
      const { stallMs } = timeouts;
      // Longer than the database takes for the first rows on a busy machine.
      timeouts.stallMs = 1_500;
      try {
        const { outgoing, incoming } = await startExport(owner.key);
        await waitUntilIdle();
        incoming.resume();
        await closed(incoming);
        expect(incoming.complete).toBe(false);
        outgoing.destroy();
        const { json } = await client.call('GET', '/api/v1/feedback?limit=1', { key: owner.key });
        expect(json.data).toHaveLength(1);
      } finally {
        timeouts.stallMs = stallMs;
      }
    });

    it('of an account is interrupted when its client stops reading, so that the next one can start', async () => {
      const timeouts = service.get(ExportTimeouts);
      const { stallMs } = timeouts;
      const dashboard = new Dashboard(client);
      await dashboard.signIn(owner.email);
      timeouts.stallMs = 1_500;
      const headers = { cookie: dashboard.cookie, 'sec-fetch-site': 'same-origin' };
      const { outgoing } = await startRequest('/app/api/account/export', headers);
      timeouts.stallMs = stallMs;
      let next: HttpResponse;
      do {
        await new Promise((waited) => setTimeout(waited, 50));
        next = await dashboard.get('account/export');
      } while (next.status === 429);
      expect(next.json.feedback).toHaveLength(MANY);
      outgoing.destroy();
    });

    it('is interrupted without an error message in the file if the database connection fails', async () => {
      const { incoming } = await startExport(owner.key);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'feedback-service' AND state <> 'idle'`);
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      await closed(incoming);
      expect(incoming.complete).toBe(false);
      const all = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
      expect(all.length).toBeLessThan(MANY);
      for (const line of all) expect(JSON.parse(line)).toHaveProperty('id');
      await waitUntilIdle();
      expect((await call()).status).toBe(200);
    });

    it('returns 500 or 503 if the database fails before the first byte', async () => {
      await admin.query('ALTER TABLE feedback RENAME TO feedback_away');
      const broken = await call('?format=csv');
      await admin.query('ALTER TABLE feedback_away RENAME TO feedback');
      expect([broken.status, broken.json.error.code]).toEqual([500, 'internal_error']);
      expect(broken.headers['content-disposition']).toBeUndefined();

      const timeouts = service.get(ExportTimeouts);
      const { firstByteMs } = timeouts;
      timeouts.firstByteMs = 200;
      const late = await whileLocked(service, 'LOCK TABLE feedback', [], () => call());
      timeouts.firstByteMs = firstByteMs;
      expect([late.status, late.json.error.code, late.headers['retry-after']]).toEqual([
        503,
        'service_unavailable',
        '5',
      ]);
      await waitUntilIdle();
    });
  });

  describe('/app/api/feedback/export', () => {
    it('returns the same file as the API, and requires a session', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      account = dashboard.account;
      await create({ title: 'Dark mode', status: 'planned' });
      await create({ title: '=1' });
      for (const query of [
        '',
        '?format=ndjson',
        '?format=csv&bom=true',
        '?format=csv&status=planned&sort=title',
      ]) {
        const [mine, api] = [await dashboard.get(`feedback/export${query}`), await call(query)];
        expect([query, mine.status, mine.text]).toEqual([query, 200, api.text]);
        expect(mine.headers['content-type']).toBe(api.headers['content-type']);
        expect(mine.headers['content-disposition']).toMatch(/^attachment; filename="feedback-/);
        expect(mine.headers['access-control-allow-origin']).toBeUndefined();
      }
      expect((await dashboard.get('feedback/export?limit=1')).status).toBe(400);
      expect((await dashboard.call('HEAD', 'feedback/export')).status).toBe(200);
      expect((await new Dashboard(client).get('feedback/export')).status).toBe(401);
    });
  });
});
