import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
if (!isInstalled && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error('No redis-server was found, and TEST_PROGRAMS=required: install it');
}

/** `describe` if there is a Redis server. Otherwise its tests are skipped, which the summary of `npm test` reports. */
export const describeWithRedis = isInstalled ? describe : describe.skip;

export interface RedisServer {
  readonly url: string;
  /** Stops responding, as a server does whose machine has vanished. */
  freeze(): void;
  resume(): void;
  stop(): Promise<void>;
  /** Starts again on the same port, without data. */
  restart(): Promise<void>;
}

/** Starts Redis on a free port, without files. The caller stops it. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  let child = await start(port);
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop,
    restart: async () => {
      await stop();
      child = await start(port);
    },
  };
}

async function start(port: number) {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += String(text);
      if (output.includes('Ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`redis-server did not start: ${output}`)));
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
