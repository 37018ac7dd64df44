import type { Writable } from 'node:stream';
import { openBrowser } from './browser';
import { fetchThroughProxy } from './proxy';
import { run } from './run';

/** 128 plus the signal number, as shells report it. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const { stdout, stderr, env, argv } = process;
const abortController = new AbortController();
let exitCode: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // A second signal exits immediately, without cleanup.
    if (exitCode !== undefined) process.exit(EXIT_CODES[signal]);
    exitCode = EXIT_CODES[signal];
    abortController.abort();
  });

// EPIPE: the reader closed the pipe (for example, `| head`). Exit without an error.
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
  // Lazy: most commands read nothing.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  env,
  signal: abortController.signal,
  now: () => new Date(),
  fetch: fetchThroughProxy(env),
  openBrowser: (url) => openBrowser(process.platform, env, url),
});
await Promise.all([flush(stdout), flush(stderr)]);
// An open terminal or a keep-alive connection would keep the process running.
process.exit(abortController.signal.aborted && code !== 0 ? exitCode : code);

function flush(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
