import { ensureInstalled, root } from './ensure-installed.mjs';
import { watchNpm } from './watch-npm.mjs';

// `npm start` runs main, and `npm run worker` runs worker.
const program = process.argv[2] === 'worker' ? 'worker' : 'main';
process.chdir(root);
forwardFirstSignal();
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();
process.setSourceMapsEnabled(true);
// Runs in this process, because a child process could be orphaned.
await import(`../dist/apps/api/${program}.js`);

/**
 * Sends SIGTERM to this process when the terminal closes (SIGHUP) or npm exits (which sends no signal), so that the
 * service shuts down normally. Never sends it after another signal: a second signal makes the service exit immediately.
 * Without a terminal, the service itself reacts to SIGHUP.
 */
function forwardFirstSignal() {
  let wasSignaled = false;
  const stop = () => {
    if (!wasSignaled) process.kill(process.pid, 'SIGTERM');
    wasSignaled = true;
  };
  process.on('SIGHUP', () => {
    if (process.listenerCount('SIGHUP') === 1) stop();
  });
  const watch = watchNpm(stop);
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => {
      wasSignaled = true;
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(128 + number);
    });
  }
}
