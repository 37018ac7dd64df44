import type { Writable } from 'node:stream';
import { browse } from './browser';
import { run } from './run';

/** 128 and the number of the signal, as shells count. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const { stdout, stderr, env, argv } = process;
const interruption = new AbortController();
let ended: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked a second time it does not wait for anything to be tidied up.
    if (ended !== undefined) process.exit(SIGNALS[signal]);
    ended = SIGNALS[signal];
    interruption.abort();
  });

// Whoever read the results has seen enough (`| head`): there is nothing left to do, and nothing to say.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      if (stream === stdout) stderr.write(`Error: Cannot write the answer: ${error.message}\n`);
      process.exit(1);
    }
    ended ??= 0;
    interruption.abort();
  });

const code = await run(argv.slice(2), {
  // Made when it is asked for: most commands read nothing.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  env,
  signal: interruption.signal,
  now: () => new Date(),
  browse: (url) => browse(process.platform, env, url),
});
await Promise.all([flushed(stdout), flushed(stderr)]);
// A terminal that was read from, or a connection that is kept, would hold the process.
process.exit(interruption.signal.aborted && code !== 0 ? ended : code);

function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
