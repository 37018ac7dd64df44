import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { Load } from './support/load';
import { dataDirectory, freePort, ServiceProcess } from './support/process';
import { isRunning, pidsOf } from './support/processes';

const WRITERS = 8;
const SOME = 50;
const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
const OPTIONS = {
  WORKERS: '2',
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'info',
  RATE_LIMIT_HOUR_FREE: '0',
  RATE_LIMIT_MINUTE_FREE: '0',
};

/** Sends a request on a new connection. Returns its status, or the code of its error. */
const send = ({ origin }: ServiceProcess, path = '/nothing'): Promise<number | string> =>
  new Promise((resolve) => {
    get(`${origin}${path}`, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    }).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code!));
  });

/** Sends requests until two processes have served one. Returns their IDs. */
async function servingPids(service: ServiceProcess): Promise<number[]> {
  const from = service.output.length;
  const pids = () => pidsOf(service.output.slice(from));
  while (pids().length < 2) await send(service);
  return pids();
}

/** operator.md 13, with the built service. Needs a build. */
describe('a service with several processes', () => {
  let closers: (() => unknown)[];
  beforeEach(() => (closers = []));
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
  });

  async function withDatabase(): Promise<Record<string, string>> {
    const database = await freshDatabase();
    closers.push(() => database.drop());
    return { DATABASE_URL: database.url, SECRET_ENCRYPTION_KEY };
  }

  function withData() {
    const data = dataDirectory();
    closers.push(() => data.remove());
    const isStopped = () => !existsSync(join(data.path, 'postgres/cluster/postmaster.pid'));
    return { env: { DATA_DIR: data.path }, isStopped };
  }

  async function start(env: Record<string, string>): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...OPTIONS, ...env });
    closers.push(() => service.kill('SIGKILL'));
    await service.printed('  Processes      2; ');
    return service;
  }

  async function startLoad(service: ServiceProcess): Promise<Load> {
    const key = await service.accountKey();
    const client = new Client(service);
    closers.push(() => client.close());
    const load = new Load(() => client, key, WRITERS);
    closers.push(() => load.stop());
    await load.succeeded(SOME);
    return load;
  }

  it('replaces a killed process, and fails only requests that it was serving', async () => {
    const env = await withDatabase();
    const service = await start(env);
    const load = await startLoad(service);
    const [killed, other] = await servingPids(service);
    process.kill(killed!, 'SIGKILL');
    await service.printed(`Process ${killed} was ended by SIGKILL; starting another one`);
    await load.succeeded(SOME);
    const pids = await servingPids(service);
    expect(pids).toContain(other);
    expect(pids).not.toContain(killed);
    await load.stop();
    expect([...load.failures.keys()].filter((status) => status !== 0)).toEqual([]);
    expect(load.failures.get(0) ?? 0).toBeLessThanOrEqual(WRITERS);
    expect(await load.lost()).toEqual([]);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('fails a connection that a process had not accepted before it was killed', async () => {
    const service = await start(await withDatabase());
    const [stuck] = await servingPids(service);
    process.kill(stuck!, 'SIGSTOP');
    const responses = Promise.all(Array.from({ length: 6 }, () => send(service)));
    while ((await send(service)) !== 404);
    process.kill(stuck!, 'SIGKILL');
    const failed = (await responses).filter((status) => status !== 404);
    expect(failed.length).toBeLessThanOrEqual(1);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  });

  it('restarts its processes one after another on SIGHUP without a failed request', async () => {
    const env = await withDatabase();
    const service = await start({ ...env, SHUTDOWN_DELAY: '5' });
    const load = await startLoad(service);
    const before = await servingPids(service);
    const failures: (number | string)[] = [];
    let isDone = false;
    const probe = async () => {
      while (!isDone) {
        const status = await send(service, '/readyz');
        if (status !== 200) failures.push(status);
      }
    };
    const probes = [probe(), probe()];
    for (let times = 1; times <= 2; times++) {
      service.child.kill('SIGHUP');
      await service.printed('All processes were restarted', times);
      await load.succeeded(SOME);
    }
    isDone = true;
    await Promise.all(probes);
    await load.stop();
    const after = await servingPids(service);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(before.filter(isRunning)).toEqual([]);
    expect([[...load.failures], failures]).toEqual([[], []]);
    expect(await load.lost()).toEqual([]);
  });

  it('reads files with secrets again on SIGHUP, and keeps the old processes if one of them is invalid', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'feedback-secrets-'));
    closers.push(() => rmSync(directory, { recursive: true }));
    const SECRET_ENCRYPTION_KEY_FILE = join(directory, 'key');
    writeFileSync(SECRET_ENCRYPTION_KEY_FILE, SECRET_ENCRYPTION_KEY);
    const { DATABASE_URL } = await withDatabase();
    const service = await start({ DATABASE_URL: DATABASE_URL!, SECRET_ENCRYPTION_KEY_FILE });
    const before = await servingPids(service);

    writeFileSync(SECRET_ENCRYPTION_KEY_FILE, 'not a key');
    service.child.kill('SIGHUP');
    await service.printed('The restart was abandoned, because a new process did not start');
    expect(service.output).toMatch(
      /Process \d+ ended with status 1: SECRET_ENCRYPTION_KEY must be 32 bytes in base64/,
    );
    expect((await servingPids(service)).sort()).toEqual(before.sort());

    writeFileSync(SECRET_ENCRYPTION_KEY_FILE, SECRET_ENCRYPTION_KEY);
    service.child.kill('SIGHUP');
    await service.printed('All processes were restarted');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends all processes and the embedded database after kill -9 of the main process', async () => {
    const { env, isStopped } = withData();
    const service = await start(env);
    const pids = await servingPids(service);
    await service.kill('SIGKILL');
    while (pids.some(isRunning) || !isStopped()) await new Promise((next) => setTimeout(next, 20));
    const again = await start({ ...env, PORT: String(service.port) });
    expect(await again.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(isStopped()).toBe(true);
  });

  it('leaves signals to the main process, also when a terminal sends them to all processes', async () => {
    const { env, isStopped } = withData();
    const service = await start(env);
    const load = await startLoad(service);
    const pids = await servingPids(service);
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) for (const pid of pids) process.kill(pid, signal);
    expect((await servingPids(service)).sort()).toEqual(pids.sort());
    const failed = load.failed();
    const { code, stderr, stdout } = await service.kill('SIGINT');
    await failed;
    await load.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('was ended by');
    expect([...load.failures.keys()]).toEqual([0]);
    expect([pids.filter(isRunning), isStopped()]).toEqual([[], true]);
  });

  it('serves requests for SHUTDOWN_DELAY after SIGTERM, and ends immediately after a second signal', async () => {
    const service = await start({ ...(await withDatabase()), SHUTDOWN_DELAY: '300' });
    const pids = await servingPids(service);
    service.child.kill('SIGTERM');
    await service.printed('Serving requests for 300 more seconds; /readyz returns 503');
    for (let unready = 0; unready < 10;) if ((await send(service, '/readyz')) === 503) unready++;
    expect(await send(service)).toBe(404);
    expect((await service.kill('SIGTERM')).code).toBe(1);
    while (pids.some(isRunning)) await new Promise((next) => setTimeout(next, 5));
  });

  it('reports in one line that the port is in use, and stops the embedded database', async () => {
    const { env, isStopped } = withData();
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const service = await ServiceProcess.spawn({ ...OPTIONS, ...env, PORT: String(port) });
    const { code, stdout, stderr } = await service.ended;
    other.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^PORT \d+ is already in use on 127\.0\.0\.1: [^\n]+\n$/),
    });
    expect(stdout).not.toContain('is ready');
    expect(isStopped()).toBe(true);
  });

  it('stops on a signal during the start', async () => {
    const { env, isStopped } = withData();
    const service = await ServiceProcess.spawn({ ...OPTIONS, ...env });
    await service.printed('Database schema updated');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(isStopped()).toBe(true);
  });
});
