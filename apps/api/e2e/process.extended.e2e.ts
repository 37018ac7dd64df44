import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { dataDirectory, freePort, operator, ServiceProcess, WorkerProcess } from './support/process';

/** The built service as a process: start, stop, kill, and errors at startup. Needs a build. */

const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
const UNLIMITED = { RATE_LIMIT_HOUR_FREE: '0', RATE_LIMIT_MINUTE_FREE: '0', SHUTDOWN_DELAY: '0' };
const base = '/api/v1/feedback';
/** Their export has 14 MB, more than socket buffers hold, so the service is still sending when it gets the signal. */
const ITEMS = 1_500;

describe('the service with the embedded PostgreSQL', () => {
  let data: ReturnType<typeof dataDirectory>;
  let env: Record<string, string>;

  beforeEach(() => {
    data = dataDirectory();
    env = { DATA_DIR: data.path, ...UNLIMITED };
  });
  afterEach(() => data.remove());

  it('starts without data, logs its URL and warnings, stops with status 0, and keeps its data', async () => {
    const first = await ServiceProcess.start(env);
    const key = await first.accountKey();
    const client = new Client(first);
    const { id } = (await client.call('POST', base, { key, body: { title: 'Kept' } })).json.data;
    client.close();
    const ended = await first.kill('SIGTERM');
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    const encryptionKey = readFileSync(join(data.path, 'secret-encryption-key'), 'utf8');
    expect(ended.stdout).toMatch(/^Feedback service \d+\.\d+\.\d+\n/);
    expect(ended.stdout).toContain(`Feedback service is ready at http://localhost:${first.port}`);
    expect(ended.stdout).toContain('Shutting down after SIGTERM; a second signal stops immediately\n');

    const settings = { PUBLIC_URL: 'http://localhost:6000', TRUST_PROXY: '1', RATELIMIT_STORE: 'memory' };
    const second = await ServiceProcess.start({ ...env, ...settings });
    const again = new Client(second);
    expect((await again.call('GET', `${base}/${id}`, { key })).json.data.title).toBe('Kept');
    again.close();
    expect(readFileSync(join(data.path, 'secret-encryption-key'), 'utf8')).toBe(encryptionKey);
    expect(await second.kill('SIGINT')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('TRUST_PROXY is set, but a request did not come through'),
      stderr: expect.stringMatching(
        /^Warning: RATELIMIT_STORE is not a variable .*\nWarning: PUBLIC_URL has port 6000, .*\n$/,
      ),
    });
  });

  /** operator.md 15 */
  it('keeps running after SIGHUP, as does the worker, which reports that they share a DATA_DIR', async () => {
    const service = await ServiceProcess.start(env);
    const worker = await WorkerProcess.start({ DATA_DIR: data.path });
    await worker.printed(`Another service or worker already uses the database in ${data.path}`);
    expect(service.output).not.toContain('Another service');
    service.child.kill('SIGHUP');
    worker.child.kill('SIGHUP');
    await Promise.all(
      [service, worker].map((each) => each.printed('SIGHUP has no effect on a single process')),
    );
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    await worker.kill('SIGTERM');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('supports operator commands while it runs and while it is stopped', async () => {
    const named = ['--name', 'Acme', '--slug', 'acme', '--email', 'owner@acme.example'];
    await operator(env, 'create-account', ...named, '--password', 'a long enough passphrase');
    const { key } = await operator(env, 'issue-key', '--account', 'acme', '--name', 'First');
    const service = await ServiceProcess.start(env);
    const { key: second, id } = await operator(env, 'issue-key', '--account', 'acme', '--name', 'Second');
    const client = new Client(service);
    for (const each of [key, second])
      expect((await client.call('GET', base, { key: each })).status).toBe(200);
    await operator(env, 'revoke-key', '--account', 'acme', '--id', id!);
    let response;
    do response = await client.call('GET', base, { key: second });
    while (response.status === 200);
    expect(response.json.error.code).toBe('api_key_revoked');
    client.close();
    expect((await service.kill('SIGTERM')).code).toBe(0);
  });

  /** operator.md 11, and the steps of docs/operating/update.md for another major version of PostgreSQL */
  it('moves to a new data directory with a backup that is made while it runs', async () => {
    const next = dataDirectory();
    const file = join(data.path, 'feedback.backup');
    const first = await ServiceProcess.start(env);
    const key = await first.accountKey();
    const client = new Client(first);
    const { id } = (await client.call('POST', base, { key, body: { title: 'Moved' } })).json.data;
    expect(await operator(env, 'backup', file)).toMatchObject({ accounts: 1, items: 1 });
    client.close();
    await first.kill('SIGTERM');

    const moved = { ...env, DATA_DIR: next.path };
    expect(await operator(moved, 'restore', file)).toMatchObject({ accounts: 1, items: 1 });
    copyFileSync(join(data.path, 'secret-encryption-key'), join(next.path, 'secret-encryption-key'));
    const second = await ServiceProcess.start(moved);
    const again = new Client(second);
    expect((await again.call('GET', `${base}/${id}`, { key })).json.data.title).toBe('Moved');
    again.close();
    await second.kill('SIGTERM');
    await next.remove();
  });

  it('loses no acknowledged write after kill -9 of itself or of PostgreSQL, and restarts each time', async () => {
    const acknowledged: string[] = [];
    let key = '';
    for (let round = 0; round < 4; round++) {
      const service = await ServiceProcess.start(env);
      key ||= await service.accountKey();
      const client = new Client(service);
      let running = true;
      const writers = Array.from({ length: 8 }, async () => {
        while (running) {
          const response = await client
            .call('POST', base, { key, body: { title: `Round ${round}` } })
            .catch(() => null);
          if (response?.status === 201) acknowledged.push(response.json.data.id);
        }
      });
      const before = acknowledged.length;
      while (acknowledged.length < before + 30) await new Promise((next) => setTimeout(next, 10));
      const postgres = data.postgresPid();
      if (round % 2 === 1) process.kill(postgres, 'SIGKILL');
      await service.kill('SIGKILL');
      running = false;
      await Promise.all(writers);
      client.close();
    }
    const service = await ServiceProcess.start(env);
    const client = new Client(service);
    const stored = new Set<string>();
    let path: string | null = `${base}?limit=100`;
    while (path) {
      const { json }: Awaited<ReturnType<Client['call']>> = await client.call('GET', path, { key });
      for (const { id } of json.data) stored.add(id);
      path = json.pagination.next_cursor && `${base}?limit=100&cursor=${json.pagination.next_cursor}`;
    }
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    client.close();
    expect((await service.kill('SIGTERM')).code).toBe(0);
  });

  it('recovers when PostgreSQL is killed while the service runs', async () => {
    const service = await ServiceProcess.start(env);
    const key = await service.accountKey();
    const client = new Client(service);
    process.kill(data.postgresPid(), 'SIGKILL');
    const statuses = new Set<number>();
    let status = 0;
    while (!(status === 200 && statuses.has(503))) {
      ({ status } = await client.call('GET', base, { key }));
      statuses.add(status);
      await new Promise((next) => setTimeout(next, 10));
    }
    expect([...statuses].sort()).toEqual([200, 503]);
    client.close();
    expect((await service.kill('SIGTERM')).code).toBe(0);
  });

  it('disconnects a client that never finishes its request, and stops with status 0', async () => {
    const service = await ServiceProcess.start(env);
    const slow = connect(service.port, '127.0.0.1');
    slow.on('error', () => {});
    slow.write(
      `POST /f/acme HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await new Promise((next) => setTimeout(next, 100));
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(data.path, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('stops on a signal during startup', async () => {
    const service = await ServiceProcess.spawn(env);
    while (!existsSync(join(data.path, 'postgres/cluster/postmaster.pid'))) {
      await new Promise((next) => setTimeout(next, 5));
    }
    expect((await service.kill('SIGTERM')).code).toBe(0);
    expect(existsSync(join(data.path, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('reports in one line that the port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const service = await ServiceProcess.spawn({ ...env, PORT: String(port) });
    const { code, stdout, stderr } = await service.ended;
    other.close();
    expect(code).toBe(1);
    expect(stdout).not.toContain('EADDRINUSE');
    expect(stderr).toMatch(new RegExp(`^PORT ${port} is already in use on 127\\.0\\.0\\.1: [^\\n]+\\n$`));
  });

  it('reports in one line that the data directory is not usable', async () => {
    const file = join(data.path, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o400);
    const service = await ServiceProcess.spawn({ ...env, DATA_DIR: join(file, 'data') });
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(join(file, 'data'));
  });
});

describe('the service with DATABASE_URL', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await freshDatabase();
    env = { DATABASE_URL: database.url, SECRET_ENCRYPTION_KEY, ...UNLIMITED };
  });
  afterEach(() => database.drop());

  it('completes requests in progress on SIGTERM, without 5xx responses', async () => {
    const service = await ServiceProcess.start(env);
    const key = await service.accountKey();
    const client = new Client(service);
    const body = JSON.stringify({ title: 'Under way' });
    const slow = connect(service.port, '127.0.0.1');
    let response = '';
    slow.on('data', (chunk) => (response += String(chunk)));
    const closed = new Promise((done) => slow.on('close', done));
    slow.write(
      `POST ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    const statuses: number[] = [];
    const callers = Array.from({ length: 16 }, async () => {
      for (;;) {
        // Ignore errors of idle connections that the service closed: no request was lost.
        const sent = await client.call('POST', base, { key, body: { title: 'T' } }).catch(() => null);
        if (!sent) return;
        statuses.push(sent.status);
      }
    });
    // By then, the first request has arrived, too.
    while (statuses.length < 100) await new Promise((next) => setTimeout(next, 10));
    service.child.kill('SIGTERM');
    await Promise.all(callers);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(service.child.exitCode).toBeNull();
    slow.write(body.slice(5));
    await closed;
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    expect(await service.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    client.close();
  });

  it('serves requests for SHUTDOWN_DELAY after SIGTERM, and stops immediately after a second one', async () => {
    const service = await ServiceProcess.start({ ...env, SHUTDOWN_DELAY: '300' });
    const key = await service.accountKey();
    const client = new Client(service);
    service.child.kill('SIGTERM');
    while ((await client.call('GET', '/readyz')).status === 200);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => client.call('POST', base, { key, body: { title: 'T' } })),
    );
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers['connection']}`))).toEqual(
      new Set(['201 close']),
    );
    client.close();
    const { code, stdout } = await service.kill('SIGTERM');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Shutting down after SIGTERM; a second signal stops immediately\nServing requests for 300 more seconds; /m,
    );
  });

  it('stops after SHUTDOWN_DELAY without a second signal', async () => {
    const service = await ServiceProcess.start({ ...env, SHUTDOWN_DELAY: '1' });
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('completes a download on SIGTERM, and then stops without waiting for idle connections', async () => {
    const service = await ServiceProcess.start(env);
    const key = await service.accountKey();
    const row = `${JSON.stringify({ title: 'T', description: 'words '.repeat(1_500) })}\n`;
    const client = new Client(service);
    await client.call('POST', `${base}/import`, {
      key,
      headers: { 'content-type': 'application/x-ndjson' },
      body: row.repeat(ITEMS),
    });
    client.close();
    const agent = new Agent({ keepAlive: true });
    const outgoing = request(`${service.origin}${base}/export?format=ndjson`, {
      agent,
      headers: { 'x-api-key': key },
    }).end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const stopped = service.kill('SIGTERM');
    let lines = 0;
    for await (const chunk of incoming) for (const byte of chunk as Buffer) if (byte === 0x0a) lines++;
    const ended = performance.now();
    expect(lines).toBe(ITEMS);
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
    // An idle connection would stay open for 72 seconds.
    expect(performance.now() - ended).toBeLessThan(60_000);
    agent.destroy();
  });

  it('rejects invalid percent-encoding in the built service, where a bundler could remove the check', async () => {
    const service = await ServiceProcess.start(env);
    await service.accountKey();
    const client = new Client(service);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of ['title=%ff', 'title=%zz']) {
      expect((await client.call('POST', '/f/acme', { headers, body })).status).toBe(400);
    }
    client.close();
    await service.kill('SIGTERM');
  });

  it('reports each invalid environment variable in one line', async () => {
    const service = await ServiceProcess.spawn({ ...env, RATE_LIMIT_STORE: 'valkey', DEFAULT_PLAN: 'gold' });
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      'RATE_LIMIT_STORE must be memory, postgres, or redis\nDEFAULT_PLAN must be free or pro\n',
    );
  });

  it('does not start without SECRET_ENCRYPTION_KEY', async () => {
    const service = await ServiceProcess.spawn({ ...env, SECRET_ENCRYPTION_KEY: '' });
    const { code, stdout, stderr } = await service.ended;
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^Feedback service [\d.]+\n$/),
    });
    expect(stderr).toMatch(/^SECRET_ENCRYPTION_KEY must be set when DATABASE_URL is set; [^\n]+\n$/);
  });

  it.each([
    ['the port refuses connections', (url: URL) => (url.port = '1'), /127\.0\.0\.1:1\/.*ECONNREFUSED/],
    [
      'the password is wrong',
      (url: URL) => (url.password = 'wrong-secret'),
      /password authentication failed/,
    ],
    [
      'the database does not exist',
      (url: URL) => (url.pathname = '/nowhere'),
      /database "nowhere" does not exist/,
    ],
  ])('reports in one line, without the password, that %s', async (_name, changeUrl, expected) => {
    const url = new URL(database.url);
    changeUrl(url);
    const service = await ServiceProcess.spawn({ ...env, DATABASE_URL: url.href });
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^DATABASE_URL: /);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('wrong-secret');
    expect(stderr).not.toContain(new URL(database.url).password);
  });

  it('shares one quota per key between two processes', async () => {
    env = { DATABASE_URL: database.url, SECRET_ENCRYPTION_KEY, SHUTDOWN_DELAY: '0' };
    const [one, two] = await Promise.all([ServiceProcess.start(env), ServiceProcess.start(env)]);
    const key = await one.accountKey();
    const clients = [new Client(one), new Client(two)];
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, i) => clients[i % 2]!.call('GET', base, { key })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(14);
    clients.forEach((client) => client.close());
    for (const service of [one, two]) expect((await service.kill('SIGTERM')).code).toBe(0);
  });
});
