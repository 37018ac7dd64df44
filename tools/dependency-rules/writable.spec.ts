import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

describe('what a build writes', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'writable-'));
    copyFileSync(join(__dirname, '../writable.mjs'), join(root, 'writable.mjs'));
    for (const name of ['dist/apps/api', '.nx/workspace-data'])
      mkdirSync(join(root, name), { recursive: true });
    for (const name of ['dist/apps/api/main.js', '.nx/workspace-data/graph.db'])
      writeFileSync(join(root, name), '');
    if (account.uid) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]);
  });
  afterEach(() => {
    execFileSync('chmod', ['-R', 'u+w', root]);
    rmSync(root, { recursive: true });
  });

  /** As a user who is not root. */
  function problem(): string | null {
    const script = `import('./writable.mjs').then(({ writeProblem }) => console.log(JSON.stringify(writeProblem(process.argv[1]))))`;
    const { stdout } = spawnSync(process.execPath, ['-e', script, root], {
      ...account,
      cwd: root,
      encoding: 'utf8',
    });
    return JSON.parse(stdout) as string | null;
  }

  it('is no problem if it is writable, or not there yet', () => {
    expect(problem()).toBeNull();
    for (const name of ['dist', '.nx']) rmSync(join(root, name), { recursive: true });
    expect(problem()).toBeNull();
  });

  it.each([
    ['a folder deep in dist', 'dist/apps/api', 'dist'],
    ['a file deep in dist', 'dist/apps/api/main.js', 'dist'],
    ['a file of nx', '.nx/workspace-data/graph.db', '.nx'],
  ])('is reported with path and command for %s', (_name, path, folder) => {
    chmodSync(join(root, path), 0o555);
    expect(problem()).toBe(
      `This user cannot write to ${join(root, path)}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" "${join(root, folder)}"`,
    );
  });

  it('is reported with one command for all folders', () => {
    for (const path of ['dist', '.nx']) chmodSync(join(root, path), 0o555);
    expect(problem()).toContain(`"${join(root, 'dist')}" "${join(root, '.nx')}"`);
  });

  it('is reported for the workspace if there is no build yet', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    chmodSync(root, 0o555);
    expect(problem()).toBe(
      `This user cannot write to ${root}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" "${root}"`,
    );
  });
});
