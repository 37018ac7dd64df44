import { ensureInstalled, root } from './ensure-installed.mjs';

process.chdir(root);
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();
process.setSourceMapsEnabled(true);
await import('../dist/apps/api/operator.js');
