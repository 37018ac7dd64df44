import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY_UID = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

describe('writeProblem', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'writable-'));
    copyFileSync(join(__dirname, '../writable.mjs'), join(root, 'writable.mjs'));
    for (const name of ['dist/apps/api', '.nx/workspace-data'])
      mkdirSync(join(root, name), { recursive: true });
    for (const name of ['dist/apps/api/main.js', '.nx/workspace-data/graph.db'])
      writeFileSync(join(root, name), '');
    if (account.uid) execFileSync('chown', ['-R', `${NOBODY_UID}:${NOBODY_UID}`, root]);
  });
  afterEach(() => {
    execFileSync('chmod', ['-R', 'u+w', root]);
    rmSync(root, { recursive: true });
  });

  /** Calls `writeProblem` as a user other than root. */
  function problem(): string | null {
    const script = `import('./writable.mjs').then(({ writeProblem }) => console.log(JSON.stringify(writeProblem(process.argv[1]))))`;
    const { stdout } = spawnSync(process.execPath, ['-e', script, root], {
      ...account,
      cwd: root,
      encoding: 'utf8',
    });
    return JSON.parse(stdout) as string | null;
  }

  it('returns null if the folders are writable or missing', () => {
    expect(problem()).toBeNull();
    for (const name of ['dist', '.nx']) rmSync(join(root, name), { recursive: true });
    expect(problem()).toBeNull();
  });

  it.each([
    ['a nested folder in dist', 'dist/apps/api', 'dist'],
    ['a nested file in dist', 'dist/apps/api/main.js', 'dist'],
    ['a file of nx', '.nx/workspace-data/graph.db', '.nx'],
  ])('returns the path and a chown command for %s', (_name, path, folder) => {
    chmodSync(join(root, path), 0o555);
    expect(problem()).toBe(
      `This user cannot write to ${join(root, path)}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" "${join(root, folder)}"`,
    );
  });

  it('returns one chown command for all folders', () => {
    for (const path of ['dist', '.nx']) chmodSync(join(root, path), 0o555);
    expect(problem()).toContain(`"${join(root, 'dist')}" "${join(root, '.nx')}"`);
  });

  it('returns the workspace path if there is no build yet', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    chmodSync(root, 0o555);
    expect(problem()).toBe(
      `This user cannot write to ${root}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" "${root}"`,
    );
  });
});
