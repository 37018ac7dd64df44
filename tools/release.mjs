import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureInstalled, npm, root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/** `npm run release -- FOLDER`: writes what the service needs to run, without development packages, into a new folder. */
const target = process.argv[2];
if (!target || target.startsWith('-')) fail('Usage: npm run release -- FOLDER');
// npm runs scripts in the workspace; INIT_CWD is where the command was typed.
const folder = resolve(process.env.INIT_CWD ?? '.', target);
if (existsSync(folder)) fail(`${folder} exists. Choose a new folder.`);

process.chdir(root);
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();

mkdirSync(dirname(folder), { recursive: true });
const unfinished = mkdtempSync(join(dirname(folder), `.${basename(folder)}.`));
onInterrupt((status) => {
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 });
  process.exit(status);
});
for (const name of ['dist', 'package.json', 'package-lock.json', '.npmrc'])
  cpSync(join(root, name), join(unfinished, name), { recursive: true });
const status = await npm(['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], unfinished);
if (status !== 0) {
  rmSync(unfinished, { recursive: true });
  fail('npm ci failed. See the output above.');
}
chmodSync(unfinished, 0o755);
renameSync(unfinished, folder);
process.stdout.write(`Release folder: ${folder}\n`);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
