import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { FreshDatabase } from '@testing/database';
import { LOCAL_WEBHOOKS } from './receiver';

const DIST = resolve(__dirname, '../../dist/apps/api');

/**
 * Limits too high for tests to reach by accident, webhooks that reach receivers on this machine, and the rate limit
 * store that `npm start` uses.
 */
const SETTINGS = {
  ...LOCAL_WEBHOOKS,
  LOG_LEVEL: 'warn',
  SHUTDOWN_DELAY: '0',
  SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  RATE_LIMIT_STORE: 'memory',
  RATE_LIMIT_HOUR_PRO: '0',
  RATE_LIMIT_MINUTE_PRO: '0',
  SIGN_UP_PER_HOUR: '100000',
  SIGN_IN_PER_HOUR: '100000',
  DASHBOARD_PER_MINUTE: '0',
  AUTH_FAILURES_PER_MINUTE: '100000',
  DATABASE_POOL_SIZE: '40',
  FORM_MIN_SECONDS: '0',
  FORM_PROOF_AFTER: '100000',
  FORM_PER_MINUTE: '100000',
  FORM_PER_HOUR: '100000',
};

type Env = Readonly<Record<string, string | undefined>>;

/** Runs the built service in a process with its own database. */
export class Product {
  private constructor(
    readonly origin: string,
    /** Database URL of the superuser. */
    readonly adminUrl: string,
    private readonly env: Env,
    readonly stop: () => Promise<void>,
    /** What a separate product has logged until now. */
    readonly logged: () => string = () => '',
  ) {}

  /**
   * Returns the product that all tests of a run share. Create your own account, and don't submit anything that gets
   * quarantined: the service then requires proof of work from this IP address, which all tests share.
   */
  static shared(): Product {
    const product = process.env['TEST_PRODUCT'];
    if (!product) throw new Error('No shared product: TEST_PRODUCT is not set');
    const { origin, adminUrl, env } = JSON.parse(product) as Product;
    return new Product(origin, adminUrl, env, () => Promise.resolve());
  }

  /** Starts a separate product, for tests that need their own settings or database. Its errors become part of their output. */
  static async start(settings: Env = {}, existingDatabase?: FreshDatabase): Promise<Product> {
    const main = join(DIST, 'main.js');
    if (!existsSync(main)) throw new Error(`${main} is missing. Run: npx nx run-many -t build`);
    const database = existingDatabase ?? (await (await import('@testing/database')).createDatabase());
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      PORT: String(port),
      ...SETTINGS,
      ...settings,
    };
    const child = spawn(process.execPath, ['--enable-source-maps', main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += String(text)));
    child.stdout.on('data', (text) => {
      if (String(text).includes('"level":"error"')) process.stderr.write(text as Buffer);
    });
    await waitUntilReady(child, origin, () => log).catch(async (error) => {
      await database.drop();
      throw error;
    });
    const stop = async () => {
      await stopProcess(child);
      await database.drop();
    };
    return new Product(origin, database.adminUrl, env, stop, () => log);
  }

  /** Runs an operator command and returns the object that it prints. */
  operator(...command: string[]): Promise<Record<string, string>> {
    return new Promise((done, fail) => {
      execFile(
        process.execPath,
        [join(DIST, 'operator.js'), ...command, '--json'],
        { env: this.env as Record<string, string> },
        (error, stdout, stderr) =>
          error ? fail(new Error(stderr)) : done(JSON.parse(stdout) as Record<string, string>),
      );
    });
  }

  /** Runs a statement as superuser. */
  async query(sql: string): Promise<void> {
    await (await import('@testing/database')).asSuperuser(this, sql);
  }

  /** Every row of every table as text, with bytes as hexadecimal digits. */
  async everyRow(): Promise<readonly { readonly table: string; readonly text: string }[]> {
    return (await import('@testing/database')).everyRow(this);
  }

  /** Returns the value that `shared` reads. */
  toJSON(): object {
    const { origin, adminUrl, env } = this;
    return { origin, adminUrl, env };
  }
}

/** Rejects with the output of the service if it exits before it is ready. */
async function waitUntilReady(child: ChildProcess, origin: string, log: () => string): Promise<void> {
  while ((await fetch(`${origin}/readyz`).catch(() => null))?.status !== 200) {
    if (hasEnded(child)) throw new Error(`The service exited before it was ready: ${log()}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  await new Promise((exited) => child.once('exit', exited));
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
