import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

process.chdir(root);
await ensureInstalled();
if (isStale('dist/apps/api/operator.js')) {
  const { build } = await import('./nx.mjs');
  await build();
}
process.setSourceMapsEnabled(true);
await import('../dist/apps/api/operator.js');

/** True if a source file is newer than the build. Asking nx would take most of a second. */
function isStale(built) {
  try {
    const { mtimeMs } = statSync(join(root, built));
    return ['apps/api', 'libs', 'package-lock.json', 'tsconfig.base.json'].some(
      (path) => newest(path) > mtimeMs,
    );
  } catch {
    return true;
  }
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return Math.max(0, ...names.map((name) => statSync(join(path, name)).mtimeMs));
}
