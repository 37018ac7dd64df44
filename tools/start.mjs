import { ensureInstalled, root } from './ensure-installed.mjs';
import { watchNpm } from './watch-npm.mjs';

process.chdir(root);
forwardFirstSignal();
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();
process.setSourceMapsEnabled(true);
// In this very process: one less that could be orphaned.
await import('../dist/apps/api/main.js');

/**
 * A closed terminal and an npm that was killed are wishes to stop like any other; of the latter nobody tells us.
 * The service takes a second signal for impatience, so after the first ours must not come.
 */
function forwardFirstSignal() {
  let wasSignaled = false;
  const stop = () => {
    if (!wasSignaled) process.kill(process.pid, 'SIGTERM');
    wasSignaled = true;
  };
  process.on('SIGHUP', stop);
  const watch = watchNpm(stop);
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => {
      wasSignaled = true;
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(128 + number);
    });
  }
}
