import type { Writable } from 'node:stream';
import { openBrowser } from './browser';
import { run } from './run';

/** 128 and the number of the signal, as shells count. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const { stdout, stderr, env, argv } = process;
const abortController = new AbortController();
let exitCode: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked a second time it does not wait for anything to be tidied up.
    if (exitCode !== undefined) process.exit(EXIT_CODES[signal]);
    exitCode = EXIT_CODES[signal];
    abortController.abort();
  });

// Whoever read the results has seen enough (`| head`): there is nothing left to do, and nothing to say.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      if (stream === stdout) stderr.write(`Error: Cannot write the output: ${error.message}\n`);
      process.exit(1);
    }
    exitCode ??= 0;
    abortController.abort();
  });

const code = await run(argv.slice(2), {
  // Made when it is asked for: most commands read nothing.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  env,
  signal: abortController.signal,
  now: () => new Date(),
  openBrowser: (url) => openBrowser(process.platform, env, url),
});
await Promise.all([flush(stdout), flush(stderr)]);
// A terminal that was read from, or a connection that is kept, would hold the process.
process.exit(abortController.signal.aborted && code !== 0 ? exitCode : code);

function flush(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
