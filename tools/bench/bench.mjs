/**
 * `npm run bench [-- list read create update delete limiter growth crowd search batch export import start]`: compares
 * the service with a bare Fastify and `pg` server, or with raw PostgreSQL, on the same database. Alternates between
 * them, and prints medians and ratios. Absolute figures depend on the machine.
 */
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { build } from '../nx.mjs';

const SECTIONS = [
  ...['list', 'read', 'create', 'update', 'delete', 'limiter'],
  ...['growth', 'crowd', 'search', 'batch', 'export', 'import', 'start'],
];
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = chosen.filter((name) => !SECTIONS.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Choose from: ${SECTIONS.join(', ')}`);
  process.exit(1);
}
const isChosen = (name) => chosen.length === 0 || chosen.includes(name);

process.chdir(root);
await ensureInstalled();
await build();
// Imported after installation, because a fresh clone doesn't have the packages that these import.
const { account, close, seed, startBaseline, startService } = await import('./harness.mjs');
const { compare, compareLimiter, LOADS, reportMemory, reportStart } = await import('./loads.mjs');

try {
  const service = await startService();
  if (isChosen('start')) reportStart(service);
  const small = await account('small');
  const baseline = await startBaseline(small);
  await seed(small, 1000);
  for (const [name, load] of Object.entries(LOADS))
    if (isChosen(name)) await compare(load, small, service, baseline);
  if (isChosen('limiter')) await compareLimiter(small, baseline);
  if (isChosen('batch')) await (await import('./batch.mjs')).benchBatch(service, small);
  if (isChosen('growth')) await (await import('./growth.mjs')).benchGrowth(service, small);
  if (isChosen('crowd')) await (await import('./crowd.mjs')).benchCrowd(service, small);
  if (isChosen('search')) await (await import('./search.mjs')).benchSearch(service);
  if (isChosen('export')) await (await import('./export.mjs')).benchExport(service);
  if (isChosen('import')) await (await import('./import.mjs')).benchImport(service);
  if (isChosen('start')) reportMemory(service);
} finally {
  await close();
}
