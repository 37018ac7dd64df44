/**
 * `npm run screenshots`: takes the pictures in docs/images from seeded data, light and dark. Needs Chromium or Chrome, and
 * fonts for Japanese and emoji.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

const FOLDER = join(root, 'docs/images');
const SLUG = 'acme-planner';
const ROADMAP_SLUG = 'acme';
const EMAIL = 'owner@example.com';
const PASSWORD = 'seven quiet harbor lanterns';
/** Public cards: status, title, and how many people want it. */
const CARDS = [
  ['planned', 'Dark mode', 213],
  ['planned', 'Export the board as PDF', 94],
  ['planned', 'Color-blind friendly labels', 41],
  ['building', 'Faster search in large workspaces', 128],
  ['building', 'Reply to comments by email', 56],
  ['shipped', 'Keyboard shortcuts for moving cards', 77],
  ['shipped', 'Sign in with Google', 160],
  ['shipped', 'Import from a spreadsheet', 35],
];
const VIEWPORT = { width: 1280, height: 800 };

process.chdir(root);
await ensureInstalled();
requireFonts();
const { build } = await import('./nx.mjs');
await build();
const { close, operator, print, request, startService } = await import('./bench/harness.mjs');
const { chromium } = await import('playwright-core');
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'tools/testing/browser/find-chromium.ts'), {
  configFile: false,
  logLevel: 'warn',
});
const executablePath = module.findChromium();
if (!executablePath) throw new Error('Install Chromium or Chrome, or set CHROMIUM_PATH');

let browser;
try {
  const service = await startService({
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMIT_HOUR_FREE: '1000',
    RATE_LIMIT_MINUTE_FREE: '60',
  });
  await fillAccount(service);
  mkdirSync(FOLDER, { recursive: true });
  browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await fillRoadmap(service);
  for (const colorScheme of ['light', 'dark']) await takeAll(service.origin, colorScheme);
} finally {
  await browser?.close();
  await close();
}

async function fillAccount(service) {
  const issueKey = (name, permission) =>
    operator('issue-key', '--account', SLUG, '--name', name, '--permission', permission);
  await operator(
    ...['create-account', '--name', 'Acme Planner', '--slug', SLUG],
    ...['--email', EMAIL, '--password', PASSWORD],
  );
  await operator('seed', '--account', SLUG, '--items', '160');
  const { key } = await issueKey('Production server', 'full');
  await issueKey('Weekly report', 'read');
  for (let i = 0; i < 4; i++) await request(service, '/api/v1/feedback', key);
  const { data } = JSON.parse((await request(service, '/api/v1/feedback?limit=4', key)).body);
  const [first, second, third, fourth] = data;
  const change = (item, body) =>
    request(service, `/api/v1/feedback/${item.id}`, key, { method: 'PATCH', body });
  await change(first, { tags: ['Permissions', 'Enterprise'] });
  await change(second, { tags: ['Mobile'] });
  await change(third, { tags: ['Search'] });
  await change(fourth, { tags: ['Accessibility'] });
  const similar = JSON.parse((await request(service, `/api/v1/feedback/${first.id}/similar`, key)).body);
  for (const duplicate of similar.data.slice(0, 2)) await change(duplicate, { merged_into: first.id });
  const text = 'Two customers asked for this in calls last week.';
  await request(service, `/api/v1/feedback/${first.id}/notes`, key, { method: 'POST', body: { text } });
}

/** Publishes cards in an account of their own, so that the inbox keeps its items, and opens the roadmap. */
async function fillRoadmap(service) {
  const email = 'roadmap@example.com';
  await operator(
    ...['create-account', '--name', 'Acme Planner', '--slug', ROADMAP_SLUG],
    ...['--email', email, '--password', PASSWORD],
  );
  const { key } = await operator('issue-key', '--account', ROADMAP_SLUG, '--name', 'Roadmap');
  const send = (path, method, body) => request(service, `/api/v1/feedback${path}`, key, { method, body });
  for (const [status, title, people] of CARDS) {
    const { data } = JSON.parse((await send('', 'POST', { title, status })).body);
    await send(`/${data.id}/requests`, 'POST', { count: people });
    await send(`/${data.id}/public`, 'PUT', { title });
  }
  const page = await browser.newPage();
  await signIn(page, service.origin, email);
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/app/api/public-pages', { method: 'PATCH', headers, body });
    },
    JSON.stringify({
      roadmap: true,
      introduction: 'What we plan, what we build, and what you can use already.',
    }),
  );
  await page.close();
}

async function takeAll(origin, colorScheme) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const take = async (name, path, prepare) => {
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    await prepare?.();
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    await page.screenshot({ path: join(FOLDER, file), animations: 'disabled', caret: 'hide' });
    print(`docs/images/${file}`);
  };
  await take('form', `/f/${SLUG}`);
  await take('roadmap', `/f/${ROADMAP_SLUG}/roadmap`);
  await take('api-reference', '/docs');
  await signIn(page, origin);
  await take('inbox', '/app/inbox', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('[data-panel]').waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByText('Two customers asked').waitFor();
  });
  await take('board', '/app/board');
  await take('insights', '/app/insights');
  await take('keys', '/app/developer');
  await context.close();
}

async function signIn(page, origin, email = EMAIL) {
  await page.goto(`${origin}/app/sign-in`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** Without them, pictures show empty boxes instead of characters. */
function requireFonts() {
  const list = (pattern) => spawnSync('fc-list', [pattern], { encoding: 'utf8' });
  const { error } = list(':lang=ja');
  if (error) return; // Not a system with fontconfig: macOS and Windows have both fonts.
  const missing = [
    [':lang=ja', 'fonts-noto-cjk'],
    [':lang=und-zsye', 'fonts-noto-color-emoji'],
  ].filter(([pattern]) => list(pattern).stdout === '');
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name).join(' ');
  console.error(`Fonts are missing. On Debian and Ubuntu: apt-get install ${packages}`);
  process.exit(1);
}
