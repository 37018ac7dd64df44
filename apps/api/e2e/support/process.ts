import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';

const DIST = resolve(__dirname, '../../../../dist/apps/api');
const COMMAND: readonly string[] = ['--enable-source-maps', join(DIST, 'main.js')];

interface ExitResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built service in a separate process, as `npm start` runs it. */
export class ServiceProcess {
  readonly origin: string;
  private stdout = '';
  private stderr = '';
  readonly ended: Promise<ExitResult>;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.origin = `http://127.0.0.1:${port}`;
    child.stdout!.on('data', (text) => (this.stdout += String(text)));
    child.stderr!.on('data', (text) => (this.stderr += String(text)));
    this.ended = new Promise((done) => {
      child.on('close', (code, signal) => done({ code, signal, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  static async spawn(env: Record<string, string>, command = COMMAND): Promise<ServiceProcess> {
    const main = command.at(-1)!;
    if (!existsSync(main)) throw new Error(`${main} is missing: run npx nx build api`);
    const port = Number(env['PORT'] ?? (await freePort()));
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child, port);
  }

  /** Resolves when the service is ready; rejects with its output if it ends first. */
  static async start(env: Record<string, string>, command?: readonly string[]): Promise<ServiceProcess> {
    const service = await ServiceProcess.spawn(env, command);
    const ended = service.ended.then(({ stdout, stderr }) => {
      throw new Error(`The service ended: ${stdout}${stderr}`);
    });
    ended.catch(() => {});
    await Promise.race([ended, service.ready()]);
    return service;
  }

  /** Creates the account `acme`, and returns a key with full permission. */
  async accountKey(slug = 'acme'): Promise<string> {
    const owner = { email: `owner@${slug}.example`, password: 'a long enough passphrase' };
    const { headers } = await this.post('sign-up', { name: 'Acme', slug, ...owner });
    const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!;
    const response = await this.post('keys', { name: 'Test', permission: 'full' }, cookie);
    return ((await response.json()) as { data: { secret: string } }).data.secret;
  }

  private async post(path: string, body: object, cookie = ''): Promise<Response> {
    const response = await fetch(`${this.origin}/app/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  kill(signal: NodeJS.Signals): Promise<ExitResult> {
    this.child.kill(signal);
    return this.ended;
  }

  /** The output of the service up to now. */
  get output(): string {
    return this.stdout;
  }

  /** Resolves when the service has printed this text. */
  async printed(text: string, times = 1): Promise<void> {
    while (this.stdout.split(text).length <= times) await once(this.child.stdout!, 'data');
  }

  private async ready(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.origin}/readyz`).catch(() => null);
      if (response?.status === 200) return;
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}

/** The built worker in a separate process, as `npm run worker` runs it. */
export class WorkerProcess {
  private text = '';

  private constructor(readonly child: ChildProcess) {
    child.stdout!.on('data', (data) => (this.text += String(data)));
  }

  /** Resolves when it is ready. */
  static async start(env: Record<string, string>): Promise<WorkerProcess> {
    const child = spawn(process.execPath, [join(DIST, 'worker.js')], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const worker = new WorkerProcess(child);
    await worker.printed('is ready');
    return worker;
  }

  /** Resolves when the worker has printed this text. */
  async printed(text: string): Promise<void> {
    while (!this.text.includes(text)) await once(this.child.stdout!, 'data');
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

/** Creates a data directory. `remove` also stops a PostgreSQL that outlived its killed service. */
export function dataDirectory(): {
  path: string;
  postgresPid(): number;
  postgresTime(): Promise<number>;
  remove(): Promise<void>;
} {
  const path = mkdtempSync(join(tmpdir(), 'feedback-process-'));
  const pidFile = join(path, 'postgres/cluster/postmaster.pid');
  const postgresPid = () => Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  return {
    path,
    postgresPid,
    postgresTime: async () => {
      const [port, password] = ['port', 'password'].map((name) =>
        readFileSync(join(path, 'postgres', name), 'utf8'),
      );
      const client = new Client({ host: '127.0.0.1', port: Number(port), user: 'postgres', password });
      await client.connect();
      const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
      await client.end();
      return rows[0]!.now.getTime();
    },
    remove: async () => {
      // A killed PostgreSQL does not delete its PID file.
      if (existsSync(pidFile) && isSignalled(postgresPid())) {
        for (let n = 0; n < 500 && existsSync(pidFile); n++)
          await new Promise((next) => setTimeout(next, 20));
      }
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isSignalled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT');
  } catch {
    return false;
  }
}

/** Runs an operator command and returns the JSON object that it prints. */
export function operator(env: Record<string, string>, ...command: string[]): Promise<Record<string, string>> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [join(DIST, 'operator.js'), ...command, '--json'],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, stdout, stderr) => (error ? fail(new Error(stderr)) : done(JSON.parse(stdout))),
    );
  });
}

/**
 * Returns a free port below those that the system gives to servers without one, so that a service that is killed can start
 * on it again, although other tests start servers meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const isFree = await new Promise<boolean>((done) => {
      const server = createServer()
        .on('error', () => done(false))
        .listen(port, '127.0.0.1', () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
