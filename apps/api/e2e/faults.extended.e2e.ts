import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { FakeClock, hasFakeClock } from './support/fake-clock';
import { hasWaited, Load } from './support/load';
import { dataDirectory, operator, ServiceProcess } from './support/process';
import { TcpProxy } from './support/tcp-proxy';

const WRITERS = 8;
const SOME = 50;
const KILLS = 10;
const CONNECTIONS = 1_000;
const HALF_SENT = 300;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const base = '/api/v1/feedback';
const UNLIMITED = { RATE_LIMIT_HOUR_FREE: '0', RATE_LIMIT_MINUTE_FREE: '0' };

interface Row {
  readonly fault: string;
  readonly requests: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly failed: string;
  readonly recoveryMs: number | null;
}

/** operator.md 5: a 2xx response means that the change is stored. Prints a table of all faults at the end. */
describe('under write load', () => {
  const rows: Row[] = [];
  let closers: (() => unknown)[];
  let client: Client;
  let load: Load | undefined;

  beforeEach(() => {
    closers = [];
    load = undefined;
  });
  afterEach(async () => {
    await load?.stop();
    for (const close of closers.reverse()) await close();
  });
  afterAll(() => {
    const lines = rows.map(
      ({ fault, requests, acknowledged, lost, failed, recoveryMs }) =>
        `${fault.padEnd(44)} ${String(requests).padStart(8)} ${String(acknowledged).padStart(12)} ` +
        `${String(lost).padStart(5)} ${failed.padStart(14)} ${String(recoveryMs ?? '').padStart(12)}`,
    );
    const header = `${'fault'.padEnd(44)} requests acknowledged  lost  failed        recovery ms`;
    process.stdout.write(`\n${[header, ...lines].join('\n')}\n\n`);
  });

  async function start(env: Record<string, string>): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...UNLIMITED, ...env });
    closers.push(() => service.kill('SIGKILL'));
    client = new Client(service);
    const current = client;
    closers.push(() => current.close());
    return service;
  }

  /** A database behind a proxy. */
  async function proxied(): Promise<{
    env: Record<string, string>;
    proxy: TcpProxy;
    database: FreshDatabase;
  }> {
    const database = await freshDatabase();
    closers.push(() => database.drop());
    const proxy = await TcpProxy.start(database.url);
    closers.push(() => proxy.stop());
    const SECRET_ENCRYPTION_KEY = randomBytes(32).toString('base64');
    return { env: { DATABASE_URL: proxy.through(database.url), SECRET_ENCRYPTION_KEY }, proxy, database };
  }

  function startLoad(key: string, writers = WRITERS): Load {
    return (load = new Load(() => client, key, writers));
  }

  /** Resolves after the next request that succeeds. Returns the milliseconds since `from`. */
  async function recovered(from: number): Promise<number> {
    await load!.succeeded(1);
    return Math.round(performance.now() - from);
  }

  /** Stops the load and checks that nothing was lost. @param allowed statuses of failed requests; 0 without a response */
  async function finish(fault: string, recoveryMs: number | null, allowed: readonly number[]): Promise<void> {
    await load!.succeeded(SOME);
    await load!.stop();
    const { requests, acknowledged, failures } = load!;
    const lost = await load!.lost();
    const failed = [...failures].map(([status, count]) => `${count}×${status}`).join(' ') || '0';
    rows.push({ fault, requests, acknowledged: acknowledged.length, lost: lost.length, failed, recoveryMs });
    expect(lost).toEqual([]);
    expect([...failures.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
  }

  /** Resolves when the event feed has the creation of an item. */
  async function untilPublished(key: string, itemId: string): Promise<void> {
    const isPublished = ({ type, data }: { type: string; data: { feedback: { id: string } } }) =>
      type === 'feedback.created' && data.feedback.id === itemId;
    for (let after = ''; ;) {
      const { json } = await client.call('GET', `/api/v1/events?limit=100${after}`, { key });
      if (json.data.some(isPublished)) return;
      after = `&after=${json.pagination.next_cursor}`;
    }
  }

  async function timeOfService(key: string, itemId: string): Promise<number> {
    const { json } = await client.call('GET', `${base}/${itemId}`, { key });
    return Date.parse(json.data.created_at);
  }

  /** Revokes a key that is in use, and resolves when it no longer works. */
  async function untilRevoked(env: Record<string, string>): Promise<void> {
    const { id, key } = await operator(env, 'issue-key', '--account', 'acme', '--name', 'Other');
    expect((await client.call('GET', base, { key })).status).toBe(200);
    await operator(env, 'revoke-key', '--account', 'acme', '--id', id!);
    while ((await client.call('GET', base, { key })).status === 200);
  }

  it('loses nothing when the service is killed again and again', async () => {
    const data = dataDirectory();
    closers.push(() => data.remove());
    const env = { DATA_DIR: data.path };
    let service = await start(env);
    startLoad(await service.accountKey());
    let slowest = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await load!.succeeded(SOME);
      const at = performance.now();
      await service.kill('SIGKILL');
      service = await start(env);
      slowest = Math.max(slowest, await recovered(at));
    }
    await finish(`service killed ${KILLS} times`, slowest, [0]);
    await service.kill('SIGTERM');
  });

  it('loses nothing when PostgreSQL is killed again and again', async () => {
    const data = dataDirectory();
    closers.push(() => data.remove());
    const env = { DATA_DIR: data.path };
    const service = await start(env);
    startLoad(await service.accountKey());
    let slowest = 0;
    for (let kill = 0; kill < 3; kill++) {
      await load!.succeeded(SOME);
      const at = performance.now();
      process.kill(data.postgresPid(), 'SIGKILL');
      await load!.failed();
      slowest = Math.max(slowest, await recovered(at));
    }
    await finish('embedded PostgreSQL killed 3 times', slowest, [0, 503]);
    await service.kill('SIGTERM');
  });

  it('returns 503 while the database is cut off, and recovers', async () => {
    const { env, proxy } = await proxied();
    const service = await start(env);
    startLoad(await service.accountKey());
    await load!.succeeded(SOME);
    proxy.cut();
    await load!.failed();
    const at = performance.now();
    proxy.restore();
    await finish('database cut off', await recovered(at), [503]);
  });

  it('waits for a slow database', async () => {
    const { env, proxy } = await proxied();
    const service = await start(env);
    startLoad(await service.accountKey());
    await load!.succeeded(SOME);
    proxy.delayMs = 100;
    await load!.succeeded(SOME);
    const at = performance.now();
    proxy.delayMs = 0;
    await finish('database with 200 ms per round trip', await recovered(at), []);
  });

  it('queues requests while all connections are in use', async () => {
    const { env } = await proxied();
    const service = await start({ ...env, DATABASE_POOL_SIZE: '5' });
    startLoad(await service.accountKey(), 200);
    await load!.succeeded(1_000);
    await finish('200 writers, 5 connections', null, []);
  });

  it(`serves ${CONNECTIONS} connections at once`, async () => {
    const { env } = await proxied();
    const service = await start(env);
    const { port } = service;
    const key = await service.accountKey();
    startLoad(await service.accountKey('other'));
    const request = `GET ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
    const lines = Array.from({ length: CONNECTIONS }, () => lineAfterWaits(() => firstLine(port, request)));
    expect((await Promise.all(lines)).filter((line) => line !== 'HTTP/1.1 200 OK')).toEqual([]);
    await finish(`${CONNECTIONS} connections at once`, null, []);
  });

  it('is not held up by requests that never end', async () => {
    const { env } = await proxied();
    const service = await start(env);
    const { port } = service;
    startLoad(await service.accountKey());
    const sockets = Array.from({ length: HALF_SENT }, (_, n) =>
      halfSent(
        port,
        n % 2 === 0
          ? 'GET / HTTP/1.1\r\nHos'
          : `POST ${base} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
      ),
    );
    closers.push(() => sockets.forEach((socket) => socket.destroy()));
    await load!.succeeded(SOME);
    await finish(`${HALF_SENT} half-sent requests`, null, []);
  });

  (hasFakeClock ? it : it.skip)('keeps working when the clock jumps forward and back', async () => {
    const data = dataDirectory();
    closers.push(() => data.remove());
    const clock = new FakeClock();
    closers.push(() => clock.remove());
    const first = await start({ DATA_DIR: data.path });
    const startPostgres = clock.starterOf(data.postgresPid());
    await first.kill('SIGTERM');
    startPostgres();
    const service = await start({ DATA_DIR: data.path, ...clock.env });
    const key = await service.accountKey();
    startLoad(key);
    let slowest = 0;
    for (const days of [0, 10, -1, 0]) {
      await clock.set(days * DAY_MS);
      const at = performance.now();
      slowest = Math.max(slowest, await recovered(at));
      await load!.succeeded(SOME);
      const lastChange = load!.acknowledged.at(-1)!;
      await untilPublished(key, lastChange);
      for (const time of [await timeOfService(key, lastChange), await data.postgresTime()]) {
        expect(Math.abs(time - Date.now() - days * DAY_MS)).toBeLessThan(HOUR_MS);
      }
      await untilRevoked({ DATA_DIR: data.path });
    }
    await finish('clock 10 days forward, then 11 back', slowest, []);
    await service.kill('SIGTERM');
  });

  // Needs the right to mount a file system.
  const disk = dataDirectory();
  const canMount =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=711', 'tmpfs', disk.path]).status === 0;
  afterAll(async () => {
    if (canMount) spawnSync('umount', ['-l', disk.path]);
    await disk.remove();
  });
  (canMount ? it : it.skip)(
    'loses nothing when the disk is full, and recovers when space is free',
    async () => {
      const path = `${disk.path}/data`;
      mkdirSync(path);
      const service = await start({ DATA_DIR: path });
      startLoad(await service.accountKey());
      await load!.succeeded(SOME);
      const ballast = `${disk.path}/ballast`;
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
      await load!.failed();
      const at = performance.now();
      spawnSync('rm', [ballast]);
      await finish('disk full', await recovered(at), [0, 500, 503]);
      await service.kill('SIGTERM');
    },
  );
});

/** Sends a request on a connection of its own, and returns the status line. */
function firstLine(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.once('data', (data) => resolve(String(data).split('\r\n', 1)[0]!));
    socket.on('error', ({ message }) => resolve(message));
    socket.on('close', () => resolve('closed'));
    socket.resume();
  });
}

/** Repeats a request that waited 10 seconds for others of its account. */
async function lineAfterWaits(send: () => Promise<string>): Promise<string> {
  for (;;) {
    const sentAt = performance.now();
    const line = await send();
    if (!line.startsWith('HTTP/1.1 429') || !hasWaited(sentAt)) return line;
  }
}

function halfSent(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => {});
  return socket;
}
