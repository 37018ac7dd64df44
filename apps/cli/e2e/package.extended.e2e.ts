import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { useService } from './support/service';

const WORKSPACE = resolve(__dirname, '../../..');

/** Runs the commands of docs/guides/command-line.md and the dashboard with the package of the running service. */
describe('the package at /cli.tgz', () => {
  const product = useService();
  const { version } = JSON.parse(readFileSync(join(WORKSPACE, 'package.json'), 'utf8')) as {
    version: string;
  };
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'feedback-package-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs without an npm registry: the package has no dependencies. */
  function run(script: string, key = '') {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
      npm_config_prefix: join(folder, 'prefix'),
      FEEDBACK_URL: product.url,
      FEEDBACK_API_KEY: key,
    };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr };
  }

  it('installs with npm, without dependencies', async () => {
    const { code, stdout, stderr } = run(
      `npm install --global ${product.url}/cli.tgz > /dev/null || exit
      prefix/bin/feedback --version
      prefix/bin/feedback create --title 'Installed' --quiet | cut -f3
      cd prefix/lib/node_modules/@feedback-service/cli && ls -A`,
      (await product.account()).key,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`${version}\nInstalled\nREADME.md\nfeedback.mjs\nlib\npackage.json\n`);
  });

  it('runs with npx', async () => {
    const { code, stdout } = run(
      `npx --yes ${product.url}/cli.tgz --version
      npx --yes ${product.url}/cli.tgz whoami --json | grep -c '"name":"Test"'
      npx --yes ${product.url}/cli.tgz whoami --nothing 2> /dev/null
      echo $?`,
      (await product.account()).key,
    );
    expect([code, stdout]).toEqual([0, `${version}\n1\n2\n`]);
  });

  it('is byte for byte the package of the build', async () => {
    const response = await fetch(`${product.url}/cli.tgz`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      readFileSync(join(WORKSPACE, 'dist/apps/cli/cli.tgz')),
    );
    const list = `curl -s ${product.url}/cli.tgz | tar tzv --exclude='*/lib/[a-z]*' | awk '{ print $1, $2, $NF }' | LC_ALL=C sort`;
    expect(run(list).stdout).toBe(
      '-rw-r--r-- 0/0 package/README.md\n-rw-r--r-- 0/0 package/package.json\n-rwxr-xr-x 0/0 package/feedback.mjs\n',
    );
  });
});
