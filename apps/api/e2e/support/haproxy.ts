import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './process';

const CONFIGURATION = resolve(__dirname, '../../../../docker/haproxy.cfg');
const PROGRAMS = ['haproxy', 'pgbouncer'];

const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error);
if (missing.length > 0 && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error(`${missing.join(' and ')} not found, and TEST_PROGRAMS=required: install`);
}

/** `describe` with HAProxy and PgBouncer. Otherwise its tests are skipped, which the summary of `npm test` reports. */
export const describeWithHaproxy = missing.length === 0 ? describe : describe.skip;

/** A request in the log of HAProxy. */
export interface LoggedRequest {
  readonly server: string;
  /** -1 if the client left before the response. */
  readonly status: number;
}

/** HAProxy with the configuration of docker/haproxy.cfg, on other ports and without TLS. */
export class Haproxy {
  private log = '';
  private errors = '';

  private constructor(
    readonly origin: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    child.stdout!.on('data', (text) => (this.log += String(text)));
    child.stderr!.on('data', (text) => (this.errors += String(text)));
  }

  /** @param ports of the instances on this machine, which get the names a, b, and c. Resolves when all are up. */
  static async start(ports: readonly number[]): Promise<Haproxy> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configurationFor(port, ports));
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const haproxy = new Haproxy(`http://127.0.0.1:${port}`, child, folder);
    while (!(await fetch(`${haproxy.origin}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`HAProxy did not start: ${haproxy.errors}`);
      await sleep(20);
    }
    return haproxy;
  }

  /** Resolves when the health check of a server has changed since the call. */
  async noticed(server: string, state: 'UP' | 'DOWN'): Promise<void> {
    const count = () => this.log.split(`instances/${server} is ${state}`).length;
    for (const before = count(); count() === before;) await sleep(20);
  }

  /** Requests that have ended, with the server that was tried last. */
  get requests(): LoggedRequest[] {
    return [...this.log.matchAll(/ instances\/(\S+) \S+ (-?\d+) \d+ - - \S{4} /g)].map(
      ([, server, status]) => ({ server: server!, status: Number(status) }),
    );
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Replaces the addresses of the documented configuration, and nothing else. */
function configurationFor(port: number, ports: readonly number[]): string {
  let servers = 0;
  let binds = 0;
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replace(/^ {2}bind .*$/gm, () => `  bind 127.0.0.1:${(binds++, port)}`)
    .replace(
      /^( {2}server \S+) \S+$/gm,
      (_line, server: string) => `${server} 127.0.0.1:${ports[servers++]}`,
    );
  if (binds !== 1 || servers !== ports.length)
    throw new Error(`${CONFIGURATION} has other lines than expected`);
  return text;
}
