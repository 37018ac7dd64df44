import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';
import { writeProblem } from './writable.mjs';

const env = {
  ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }), // nx would color piped output
  ...process.env,
  NX_TUI: 'false',
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_ISOLATE_PLUGINS: 'false', // isolation costs 0.9 s, and no plugin needs it
};

/**
 * Runs nx and returns its exit status. Prints its output, to stderr, only if it fails.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function nx(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (status) => {
      if (status !== 0) process.stderr.write(output);
      resolve(status ?? 1);
    });
  });
}

/** Builds the projects that changed. Exits the process if the build fails. */
export async function build() {
  const problem = writeProblem(root);
  if (problem) {
    process.stderr.write(`${problem}\n`);
    process.exit(1);
  }
  const noticeTimer = setTimeout(() => process.stderr.write('Building …\n'), 2_000);
  const status = await nx(['run-many', '-t', 'build']);
  clearTimeout(noticeTimer);
  if (status === 0) return;
  process.stderr.write('Build failed. See the output above.\n');
  process.exit(1);
}
