/**
 * `npm run bench [-- list read create update delete limiter growth crowd search batch export import start]`: the service
 * against bare Fastify and `pg`, or raw PostgreSQL, on the same database in one run, alternating; medians and ratios.
 * Absolute figures belong to the machine.
 */
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { build } from '../nx.mjs';

const SECTIONS = [
  ...['list', 'read', 'create', 'update', 'delete', 'limiter'],
  ...['growth', 'crowd', 'search', 'batch', 'export', 'import', 'start'],
];
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = wanted.filter((name) => !SECTIONS.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${SECTIONS.join(', ')}.`);
  process.exit(1);
}
const isChosen = (name) => wanted.length === 0 || wanted.includes(name);

process.chdir(root);
await ensureInstalled();
await build();
// Only now: these import packages that a fresh clone does not have before.
const { account, close, seed, startBare, startService } = await import('./harness.mjs');
const { compare, compareLimiter, LOADS, reportMemory, reportStart } = await import('./loads.mjs');

try {
  const service = await startService();
  if (isChosen('start')) reportStart(service);
  const small = await account('small');
  const rival = await startBare(small);
  await seed(small, 1000);
  for (const [name, load] of Object.entries(LOADS))
    if (isChosen(name)) await compare(load, small, service, rival);
  if (isChosen('limiter')) await compareLimiter(small, rival);
  if (isChosen('batch')) await (await import('./batch.mjs')).batch(service, small);
  if (isChosen('growth')) await (await import('./growth.mjs')).growth(service, small);
  if (isChosen('crowd')) await (await import('./crowd.mjs')).crowd(service, small);
  if (isChosen('search')) await (await import('./search.mjs')).search(service);
  if (isChosen('export')) await (await import('./export.mjs')).exporting(service);
  if (isChosen('import')) await (await import('./import.mjs')).importing(service);
  if (isChosen('start')) reportMemory(service);
} finally {
  await close();
}
