import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const stampFile = join(root, 'node_modules/.install-stamp');
const read = (file) => {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
};

/** Installs the packages in package-lock.json. Takes 1 ms if they are already installed. Prints to stderr only. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node.js 20.19 or newer is required. You are running ${process.versions.node}.`);
  }
  const machine = `${process.platform}-${process.arch}-${process.versions.modules}`;
  const expected = `${machine} ${createHash('sha256').update(read('package-lock.json')).digest('hex')}\n`;
  const stamp = read('node_modules/.install-stamp');
  if (stamp === expected) return;
  const isSameMachine = stamp === '' || stamp.startsWith(`${machine} `);
  if (!(isSameMachine && isAsLocked())) await install();
  writeFileSync(stampFile, expected);
}

/** True if the installed packages match, for example after a manual `npm ci`. npm lists them in .package-lock.json. */
function isAsLocked() {
  try {
    const { packages: expected } = JSON.parse(read('package-lock.json'));
    const { packages: installed } = JSON.parse(read('node_modules/.package-lock.json'));
    return (
      Object.entries(installed).every(([path, { version }]) => expected[path]?.version === version) &&
      Object.entries(expected).every(
        ([path, entry]) => path === '' || entry.optional || entry.link || installed[path],
      )
    );
  } catch {
    return false;
  }
}

async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stderr.write('Installing packages (first run, or package-lock.json has changed) …\n');
  const progressTimer = setInterval(
    () => process.stderr.write(`  Still installing (${seconds()} s)\n`),
    10_000,
  );
  removeLink();
  const status = await npm(['ci', '--prefer-offline', '--include=dev', '--no-audit', '--no-fund']);
  clearInterval(progressTimer);
  if (status !== 0) fail('npm ci failed. See the output above.');
  process.stderr.write(`Packages installed in ${seconds()} s\n`);
}

/** `npm ci` would empty the folder that a symbolic link points to, and delete the packages of another clone. */
function removeLink() {
  const folder = join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(folder);
}

/**
 * Runs npm in a folder, and returns its exit status. Redirects its stdout to stderr, because callers may print JSON on
 * stdout.
 */
export function npm(args, cwd = root) {
  const script = process.env.npm_execpath;
  const [command, ...first] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  const shell = process.platform === 'win32' && command === 'npm';
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { cwd, shell, stdio: ['ignore', 2, 2] });
    child.on('error', (error) => fail(`Could not start npm: ${error.message}`));
    child.on('exit', (status, signal) => resolve(signal ?? status));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
