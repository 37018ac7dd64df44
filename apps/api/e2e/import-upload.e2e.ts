import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { DomainError } from '@libs/kernel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { UploadTimeouts } from '../src/http/requests/upload';
import { ImportUploads } from '../src/import/import.http';
import { createHttpApp } from '../src/http-app';
import { Dashboard } from './support/dashboard';
import { openDataSource, type Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const NDJSON = { 'content-type': 'application/x-ndjson' };
const ROW = '{"title":"T"}\n';
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `{"title":"T","external_id":"${from + i}"}\n`).join('');

const waitUntil = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await new Promise((next) => setTimeout(next, 10));
};

/** Uploads that are slow, interrupted, too large, or concurrent (import.md 6). */
describe('upload to /api/v1/feedback/import', () => {
  const { service, client } = useService();
  let account: Account;
  let timeouts: UploadTimeouts;
  /** Called for uploads from the dashboard; `respond` for uploads with a key. */
  let receive: jest.SpyInstance<unknown, Parameters<ImportUploads['receive']>>;
  let respond: jest.SpyInstance<unknown, Parameters<ImportUploads['respond']>>;

  beforeAll(async () => {
    timeouts = service.get(UploadTimeouts);
    receive = jest.spyOn(service.get(ImportUploads), 'receive');
    respond = jest.spyOn(service.get(ImportUploads), 'respond');
  });
  beforeEach(async () => {
    Object.assign(timeouts, new UploadTimeouts());
    account = await service.account();
  });

  interface UploadResponse {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly text: string;
  }

  /** Starts a request whose body the test writes. `response` resolves with the response. */
  function upload(headers: Record<string, string> = {}, path = `${BASE}/import`) {
    const call = request(`${service.origin}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': account.key, ...NDJSON, ...headers },
    });
    call.flushHeaders();
    return { call, response: responseOf(call) };
  }
  async function responseOf(call: ClientRequest): Promise<UploadResponse> {
    const [incoming] = (await once(call, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    return { status: incoming.statusCode!, headers: incoming.headers, text };
  }
  const codeOf = ({ text }: UploadResponse) => (JSON.parse(text) as { error: { code: string } }).error.code;
  const count = async ({ key } = account) => {
    const { json } = await client.call('GET', `${BASE}?include_total=true&limit=1`, { key });
    return (json as { pagination: { total: number } }).pagination.total;
  };
  const send = (body: string, { key } = account) =>
    client.call('POST', `${BASE}/import`, { key, headers: NDJSON, body });
  /** True if the service has started to receive an upload of the account. */
  const isUploading = async () =>
    receive.mock.calls.some(([, accountId]) => accountId === account.id) ||
    respond.mock.calls.some(([, { accountId }]) => accountId === account.id);
  const waitForUpload = () => waitUntil(isUploading);
  const waitForResults = () => {
    const results = [...receive.mock.results, ...respond.mock.results];
    return Promise.allSettled(results.map(({ value }) => value as Promise<unknown>));
  };
  const LOCK_WAITS = `pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const isBlocked = async () =>
    (await service.dataSource.query<unknown[]>(`SELECT FROM ${LOCK_WAITS}`)).length > 0;

  /** Makes an import wait at the row with this external ID until the returned function is called. */
  async function block(externalId: string): Promise<() => Promise<void>> {
    const blocker = service.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(`SELECT set_config('app.account_id', $1, true)`, [account.id]);
    await blocker.query(
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at, version, external_id)
       VALUES ($1, gen_random_uuid(), 'T', 'new', 'import', now(), now(), 1, $2)`,
      [account.id, externalId],
    );
    return async () => {
      await blocker.rollbackTransaction();
      await blocker.release();
    };
  }

  it('returns 429 for a second import of the account, from the first byte of the first one', async () => {
    const { call, response } = upload();
    call.write(ROW);
    await waitForUpload();
    const second = await send(ROW);
    expect([second.status, second.headers['retry-after'], second.json.error]).toEqual([
      429,
      '5',
      expect.objectContaining({
        type: 'rate_limit_error',
        code: 'import_in_progress',
        message: 'An import is already running for this account',
      }),
    ]);
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    const theirs = await dashboard.call('POST', 'feedback/import', { body: ROW, headers: NDJSON });
    expect([theirs.status, theirs.headers['retry-after']]).toEqual([429, '5']);
    call.end();
    expect((await response).status).toBe(200);
    expect((await send(ROW)).status).toBe(200);
  });

  it('does not count against the limit of concurrent imports while its file is received', async () => {
    const slow = [];
    for (let i = 0; i < 4; i++) {
      account = await service.account();
      const { call, response } = upload();
      call.write(ROW);
      await waitForUpload();
      slow.push({ call, response });
    }
    expect((await send(ROW, await service.account())).json.data.created).toBe(1);
    for (const { call, response } of slow) {
      call.end();
      expect((await response).status).toBe(200);
    }
  });

  it('imports nothing if it is interrupted', async () => {
    const before = respond.mock.calls.length;
    for (let i = 0; i < 6; i++) {
      const { call, response } = upload(i % 2 ? {} : { 'content-length': '1000000' });
      response.catch(() => {});
      call.write(rows(i % 3 ? 600 : 1));
      await waitUntil(async () => respond.mock.calls.length > before + i);
      call.destroy();
      await waitForResults();
    }
    expect(await count()).toBe(0);
    expect((await send(rows(600))).json.data.created).toBe(600);
  });

  it('imports nothing if the client disconnects before the response, even with a complete file', async () => {
    const release = await block('599');
    const arrived = service.nextRequest();
    const { call, response } = upload();
    response.catch(() => {});
    call.end(rows(600));
    const { socket } = await arrived;
    await waitUntil(isBlocked);
    const closed = once(socket, 'close');
    call.destroy();
    await closed;
    await release();
    await waitForResults();
    expect(await count()).toBe(0);
  });

  it('returns 400 upload_too_slow and imports nothing if it stalls', async () => {
    timeouts.stallMs = 200;
    const { call, response } = upload();
    call.on('error', () => {});
    call.write(rows(600));
    const rejected = await response;
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'upload_too_slow']);
    await once(call, 'close');
    expect(await count()).toBe(0);
  });

  it('returns 401 and imports nothing if the key is revoked during the upload', async () => {
    const { call, response } = upload();
    call.write(rows(600));
    await waitForUpload();
    await service.revoke(account.id, account.keyId);
    await new Promise((next) => setTimeout(next, 1100));
    call.end(ROW);
    const rejected = await response;
    expect([rejected.status, codeOf(rejected)]).toEqual([401, 'api_key_revoked']);
    const again = { ...account, ...(await service.issue(account.id)) };
    expect(await count(again)).toBe(0);
  });

  it('returns 401 and imports nothing if the key was revoked just before, even if it was cached', async () => {
    expect(await count()).toBe(0);
    await service.revoke(account.id, account.keyId);
    const rejected = await send(ROW);
    expect([rejected.status, rejected.json.error?.code]).toEqual([401, 'api_key_revoked']);
    const again = { ...account, ...(await service.issue(account.id)) };
    expect(await count(again)).toBe(0);
  });

  it('returns 401 and imports nothing if the session is deleted during the upload', async () => {
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    const headers = { cookie: dashboard.cookie, 'sec-fetch-site': 'same-origin' };
    const { call, response } = upload(headers, '/app/api/feedback/import');
    call.write(ROW);
    await waitForUpload();
    await service.dataSource.query('DELETE FROM sessions WHERE account_id = $1', [account.id]);
    call.end(ROW);
    const rejected = await response;
    expect([rejected.status, codeOf(rejected)]).toEqual([401, 'session_required']);
    expect(await count()).toBe(0);
  });

  it('returns 401 and imports nothing if the member signs out during the upload', async () => {
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    const headers = { cookie: dashboard.cookie, 'sec-fetch-site': 'same-origin' };
    const { call, response } = upload(headers, '/app/api/feedback/import');
    call.write(rows(100));
    await waitForUpload();
    await new Promise((next) => setTimeout(next, 120));
    await dashboard.delete('session');
    call.end(ROW);
    const rejected = await response;
    expect([rejected.status, codeOf(rejected)]).toEqual([401, 'session_required']);
    expect(await count()).toBe(0);
  });

  it.each([
    ['with', { 'content-length': '134217729' }],
    ['without', {}],
  ])('returns 413 if it is too large, %s Content-Length', async (_, headers) => {
    const { call, response } = upload(headers as Record<string, string>);
    call.on('error', () => {});
    const line = `${' '.repeat(99_999)}\n`.repeat(10);
    let hasResponse = false;
    const rejected = response.finally(() => (hasResponse = true));
    for (let i = 0; i < 140 && !hasResponse; i++) {
      if (!call.write(line)) await Promise.race([once(call, 'drain'), rejected.catch(() => {})]);
    }
    const { status, headers: sent } = await rejected;
    expect([status, sent['connection']]).toEqual([413, 'close']);
    call.destroy();
    await waitForResults();
    expect(await count()).toBe(0);
  });

  it('receives an early error after the upload completes, on a reusable connection', async () => {
    const body = 'x,'.repeat(2_000_000);
    const connection = connect(service.port, '127.0.0.1');
    let response = '';
    connection.on('data', (chunk) => (response += String(chunk)));
    connection.write(
      `POST ${BASE}/import?votes=1 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: text/csv\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    for (let at = 0; at < body.length; at += 100_000) {
      if (!connection.write(body.slice(at, at + 100_000))) await once(connection, 'drain');
    }
    connection.write(
      `GET ${BASE} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nConnection: close\r\n\r\n`,
    );
    await once(connection, 'close');
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*Unknown query parameter: votes[^]*HTTP\/1\.1 200 /);
  });

  it('returns 503 and imports nothing if the database connection is lost', async () => {
    const release = await block('1100');
    const { call, response } = upload();
    call.end(rows(1_200));
    await waitUntil(isBlocked);
    await service.dataSource.query(`SELECT pg_terminate_backend(pid) FROM ${LOCK_WAITS}`);
    expect(await response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    await release();
    expect(await count()).toBe(0);
  });

  describe('from the dashboard', () => {
    /** On a slow machine, the first event comes after 500 rows, and there can be a second one. */
    interface Progress {
      readonly progress: { readonly rows: number };
    }
    const events = ({ text }: UploadResponse) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
    /** Starts an import whose first rows take long enough for a progress event. */
    const startImport = async (body: Buffer) => {
      const dashboard = new Dashboard(client);
      await dashboard.signIn(account.email);
      const headers = { cookie: dashboard.cookie, 'sec-fetch-site': 'same-origin' };
      const release = await block('100');
      const { call, response } = upload(headers, '/app/api/feedback/import');
      const started = once(call, 'response');
      call.end(body);
      await waitUntil(isBlocked);
      await new Promise((next) => setTimeout(next, 250));
      await release();
      return { call, response, started };
    };

    it('sends progress events, and the report last', async () => {
      const { response } = await startImport(Buffer.from(rows(1_001)));
      const [progress, ...rest] = events(await response);
      expect([500, 1_000]).toContain((progress as Progress).progress.rows);
      expect(rest.at(-1)).toEqual({
        data: expect.objectContaining({ dry_run: false, rows: 1_001, created: 1_001, failed: 0 }),
      });
    });

    it('imports nothing if the client disconnects after the response has started', async () => {
      const release = await block('1100');
      const { call, response, started } = await startImport(Buffer.from(rows(1_200)));
      response.catch(() => {});
      await started;
      call.destroy();
      await release();
      await waitForResults();
      expect(await count()).toBe(0);
    });

    it('sends an error event last if the file is invalid after the response has started', async () => {
      const { response } = await startImport(
        Buffer.concat([Buffer.from(rows(1_001)), Buffer.from([0xff, 0x0a])]),
      );
      const [progress, ...rest] = events(await response);
      expect([500, 1_000]).toContain((progress as Progress).progress.rows);
      expect(rest.at(-1)).toMatchObject({
        error: { type: 'validation_error', code: 'invalid_encoding', request_id: expect.any(String) },
      });
      expect(await count()).toBe(0);
    });
  });
});

/** `requestTimeout` applies to all requests except imports. */
describe('slow request body', () => {
  let app: NestFastifyApplication;
  let dataSource: DataSource;
  let account: Account;
  let port: number;

  afterAll(async () => {
    await app.close();
    if (dataSource.isInitialized) await dataSource.destroy();
  });
  const { service } = useService();
  beforeAll(async () => {
    account = await service.account();
    dataSource = await openDataSource(service.database.url);
    ({ app } = await createHttpApp(service.config, dataSource));
    const server = app.getHttpServer();
    Object.assign(server, { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 });
    await app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.address() as { port: number });
  });

  async function slow(
    path: string,
    headers: string,
    first: string,
    last: string,
    isSent = true,
  ): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk)));
    const closed = once(socket, 'close');
    const length = first.length + last.length;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\n${headers}\r\nContent-Length: ${length}\r\n` +
        `Connection: close\r\n\r\n${first}`,
    );
    const rest = isSent ? setTimeout(() => socket.write(last), 1000) : undefined;
    await closed;
    clearTimeout(rest);
    return response;
  }

  it.each([
    ['an API endpoint', BASE, 'Content-Type: application/json'],
    ['a form', '/f/nobody', 'Content-Type: application/json'],
  ])('times out at %s', async (_, path, headers) => {
    const response = await slow(path, headers, '{"title":', '"T"}', false);
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*malformed_request/);
    expect(await service.dataSource.query('SELECT FROM feedback')).toEqual([]);
  });

  it('does not time out at an import', async () => {
    const headers = 'Content-Type: application/x-ndjson';
    expect(await slow(`${BASE}/import`, headers, '{"title":', '"T"}')).toMatch(/^HTTP\/1\.1 200 /);
  });

  /** Sends `body` and, at intervals, each of `later`; returns all responses until the connection is closed. */
  async function responsesTo(path: string, headers: string, body: string, later: readonly string[] = []) {
    const socket = connect(port, '127.0.0.1');
    let all = '';
    socket.on('data', (chunk) => (all += String(chunk)));
    const closed = once(socket, 'close');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`);
    for (const next of later) {
      await new Promise((waited) => setTimeout(waited, 500));
      socket.write(next);
    }
    await closed;
    return { all, statuses: all.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)) };
  }
  const importHeaders = () =>
    `X-API-Key: ${account.key}\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked`;

  describe('after the response', () => {
    let timeouts: UploadTimeouts;
    beforeEach(() => {
      timeouts = app.get(UploadTimeouts, { strict: false });
      Object.assign(timeouts, new UploadTimeouts());
    });
    afterEach(() => Object.assign(timeouts, new UploadTimeouts()));

    it('closes the connection when an import times out', async () => {
      timeouts.stallMs = 200;
      const { all, statuses } = await responsesTo(`${BASE}/import`, importHeaders(), '7\r\ntitle\r\n\r\n');
      expect(statuses).toEqual(['400']);
      expect(all).toMatch(/connection: close[^]*upload_too_slow/i);
    });

    it('gets no second response if the import was rejected before its body', async () => {
      timeouts.stallMs = 1000;
      const { all, statuses } = await responsesTo(
        `${BASE}/import?votes=1`,
        importHeaders(),
        '7\r\nvotes\r\n\r\n',
      );
      expect(statuses).toEqual(['400']);
      expect(all).toContain('Unknown query parameter: votes');
    });

    it('is read to its end within the timeout of an import', async () => {
      const last = '1\r\nx\r\n0\r\n\r\n';
      const next = `GET ${BASE} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nConnection: close\r\n\r\n`;
      const { statuses } = await responsesTo(
        `${BASE}/import?votes=1`,
        importHeaders(),
        '7\r\nvotes\r\n\r\n',
        [last, next],
      );
      expect(statuses).toEqual(['400', '200']);
    });

    it('is not read if the import was rejected before it started to read', async () => {
      const uploads = app.get(ImportUploads, { strict: false });
      const { respond } = uploads;
      uploads.respond = async () => {
        throw new DomainError('authentication', 'api_key_revoked', 'Revoked');
      };
      const responses = responsesTo(`${BASE}/import?votes=1`, importHeaders(), '7\r\nvotes\r\n\r\n');
      expect((await responses.finally(() => (uploads.respond = respond))).statuses).toEqual(['401']);
    });

    it('closes the connection without another response if the rest of an import is malformed', async () => {
      const { statuses } = await responsesTo(
        `${BASE}/import?votes=1`,
        importHeaders(),
        '7\r\nvotes\r\n\r\n',
        ['no chunk\r\n'],
      );
      expect(statuses).toEqual(['400']);
    });

    it.each(['application/json', 'text/csv'])(
      'closes the connection without another response after a 401 (%s)',
      async (type) => {
        const headers = `Content-Type: ${type}\r\nContent-Length: 100`;
        const path = type === 'text/csv' ? `${BASE}/import` : BASE;
        expect((await responsesTo(path, headers, '{')).statuses).toEqual(['401']);
      },
    );
  });
});
