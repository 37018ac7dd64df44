import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY_UID = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

interface Workspace {
  readonly name: string;
  readonly missing?: readonly string[];
  readonly readOnly?: readonly string[];
  /** The path in the message, and the folders in its chown command. Without them, there is no problem. */
  readonly problem?: readonly [path: string, ...folders: string[]];
}

const WORKSPACES: readonly Workspace[] = [
  { name: 'null if the folders are writable' },
  { name: 'null if the folders are missing', missing: ['dist', '.nx'] },
  {
    name: 'the path and a chown command for a nested folder in dist',
    readOnly: ['dist/apps/api'],
    problem: ['dist/apps/api', 'dist'],
  },
  {
    name: 'the path and a chown command for a nested file in dist',
    readOnly: ['dist/apps/api/main.js'],
    problem: ['dist/apps/api/main.js', 'dist'],
  },
  {
    name: 'the path and a chown command for a file of nx',
    readOnly: ['.nx/workspace-data/graph.db'],
    problem: ['.nx/workspace-data/graph.db', '.nx'],
  },
  {
    name: 'one chown command for all folders',
    readOnly: ['dist', '.nx'],
    problem: ['dist', 'dist', '.nx'],
  },
  {
    name: 'the workspace path if there is no build yet',
    missing: ['dist'],
    readOnly: [''],
    problem: ['', ''],
  },
];

describe('writeProblem returns', () => {
  let folder: string;
  let problems: (string | null)[];
  const rootOf = (index: number) => join(folder, String(index));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'writable-'));
    copyFileSync(join(__dirname, '../build/writable.mjs'), join(folder, 'writable.mjs'));
    WORKSPACES.forEach(({ missing = [] }, i) => {
      for (const name of ['dist/apps/api', '.nx/workspace-data'])
        mkdirSync(join(rootOf(i), name), { recursive: true });
      for (const name of ['dist/apps/api/main.js', '.nx/workspace-data/graph.db'])
        writeFileSync(join(rootOf(i), name), '');
      for (const name of missing) rmSync(join(rootOf(i), name), { recursive: true });
    });
    if (account.uid) execFileSync('chown', ['-R', `${NOBODY_UID}:${NOBODY_UID}`, folder]);
    WORKSPACES.forEach(({ readOnly = [] }, i) => {
      for (const name of readOnly) chmodSync(join(rootOf(i), name), 0o555);
    });
    problems = findProblems(WORKSPACES.map((_, i) => rootOf(i)));
  });
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true });
  });

  /** Calls `writeProblem` for each workspace, as a user other than root, who could write everywhere. */
  function findProblems(roots: readonly string[]): (string | null)[] {
    const script = `import('./writable.mjs').then(({ writeProblem }) =>
      console.log(JSON.stringify(process.argv.slice(1).map(writeProblem))))`;
    const stdout = execFileSync(process.execPath, ['-e', script, ...roots], {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    });
    return JSON.parse(stdout) as (string | null)[];
  }

  it.each(WORKSPACES.map((workspace, index) => ({ ...workspace, index })))('$name', ({ index, problem }) => {
    if (!problem) return expect(problems[index]).toBeNull();
    const [path, ...folders] = problem.map((name) => join(rootOf(index), name));
    expect(problems[index]).toBe(
      `This user cannot write to ${path}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" ${folders.map((name) => `"${name}"`).join(' ')}`,
    );
  });
});
