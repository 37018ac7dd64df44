/**
 * `npm run bench [-- names of sections, or all]`: compares the service with two hand-written Fastify and `pg` servers on
 * tables of their own, a plain one and one with the same duties, under load from 100 accounts, on one PostgreSQL.
 * Alternates between them, and prints medians and ratios. Absolute figures depend on the machine. The sections without a
 * load run only if they are named. With BENCH_POSTGRES=15, uses the installed PostgreSQL 15 with default settings.
 */
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { build } from '../nx.mjs';

const DEFAULT = [
  'list',
  'postgres-limits',
  'redis-limits',
  'pooler',
  'read',
  'create',
  'update',
  'triage',
  'delete',
];
const OTHERS = [
  'growth',
  'crowd',
  'search',
  'similar',
  'stats',
  'roadmap',
  'batch',
  'export',
  'import',
  'events',
  'feed',
  'webhooks',
  'mail',
  'backup',
  'browser',
  'start',
  'idle',
];
const SECTIONS = [...DEFAULT, ...OTHERS];
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = named.filter((name) => ![...SECTIONS, 'all'].includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Choose from: ${[...SECTIONS, 'all'].join(', ')}`);
  process.exit(1);
}
const chosen = named.includes('all') ? SECTIONS : named.length > 0 ? named : DEFAULT;
const isChosen = (name) => chosen.includes(name);

process.chdir(root);
await ensureInstalled();
await build();
// Imported after installation, because a fresh clone doesn't have the packages that these import.
const { account, close, printMemory, printStart, seed, startPlain, startSameDuties, startService } =
  await import('./harness.mjs');
const { assertSameList, createAccounts } = await import('./accounts.mjs');
const { compare, LOADS, printTable } = await import('./loads.mjs');
const { serviceBehindPgBouncer, serviceWithRedis } = await import('./services.mjs');

try {
  const service = await startService();
  if (isChosen('start')) printStart(service);
  if (DEFAULT.some(isChosen)) {
    const accounts = await createAccounts(service);
    const plain = await startPlain(accounts);
    const servers = { plain, duties: await startSameDuties(accounts), service };
    await assertSameList(accounts[0], service, servers.duties);
    const { list, ...others } = LOADS;
    if (isChosen('list')) await compare(list, accounts, service, servers);
    if (isChosen('postgres-limits')) {
      const counting = await startService({ RATE_LIMIT_STORE: 'postgres' });
      const load = { ...list, title: 'list, limits in PostgreSQL', goals: { plain: 0.75 } };
      await compare(load, accounts, counting, servers);
    }
    const redis = isChosen('redis-limits') && (await serviceWithRedis());
    if (redis) {
      const load = { ...list, title: 'list, limits in Redis', goals: { plain: 0.85 } };
      await compare(load, accounts, redis, servers);
    }
    const pooled = isChosen('pooler') && (await serviceBehindPgBouncer());
    if (pooled)
      await compare({ ...list, title: pooled.title, goals: { service: 0.9 } }, accounts, pooled, servers);
    // Loads that write come last: PostgreSQL cleans up after them in the background.
    for (const [name, load] of Object.entries(others))
      if (isChosen(name)) await compare(load, accounts, service, servers);
    printTable();
    printMemory(service);
  }
  if (isChosen('idle')) await (await import('./sections/idle.mjs')).benchIdle(service);
  const needsSmall = ['growth', 'crowd', 'batch'].some(isChosen);
  const small = needsSmall && (await account('small'));
  if (small) await seed(small, 1000);
  if (isChosen('batch')) await (await import('./sections/batch.mjs')).benchBatch(service, small);
  if (isChosen('growth')) await (await import('./sections/growth.mjs')).benchGrowth(service, small);
  if (isChosen('crowd')) await (await import('./sections/crowd.mjs')).benchCrowd(service, small);
  if (isChosen('search')) await (await import('./sections/search.mjs')).benchSearch(service);
  if (isChosen('similar')) await (await import('./sections/similar.mjs')).benchSimilar(service);
  if (isChosen('stats')) await (await import('./sections/stats.mjs')).benchStats(service);
  if (isChosen('roadmap')) await (await import('./sections/roadmap.mjs')).benchRoadmap(service);
  if (isChosen('export')) await (await import('./sections/export.mjs')).benchExport(service);
  if (isChosen('events')) await (await import('./sections/events.mjs')).benchEvents(service);
  if (isChosen('feed')) await (await import('./sections/feed.mjs')).benchFeed(service);
  if (isChosen('webhooks')) await (await import('./sections/webhooks.mjs')).benchWebhooks(service);
  if (isChosen('mail')) await (await import('./sections/mail.mjs')).benchMail();
  if (isChosen('backup')) await (await import('./sections/backup.mjs')).benchBackup(service);
  if (isChosen('browser')) await (await import('./sections/browser.mjs')).benchBrowser(service);
  if (isChosen('import')) await (await import('./sections/import.mjs')).benchImport(service);
} finally {
  await close();
}
