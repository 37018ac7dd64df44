import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Change {
  readonly name: string;
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: string;
  readonly keepTime?: boolean;
  readonly isBuilt?: boolean;
}

const SOURCE = 'apps/api/src/main.ts';
const WORKSPACE = {
  'package-lock.json': '{}',
  [SOURCE]: 'one',
  'libs/kernel/src/index.ts': 'two',
  'dist/apps/api/main.js': 'built',
};

const CHANGES: readonly Change[] = [
  { name: 'nothing', isBuilt: true },
  { name: 'a test', write: { 'apps/api/src/main.spec.ts': '' }, isBuilt: true },
  { name: 'an end-to-end test', write: { 'apps/api/e2e/main.e2e.ts': '' }, isBuilt: true },
  { name: 'a fixture', write: { 'libs/kernel/testing/index.ts': '' }, isBuilt: true },
  { name: 'a document', write: { 'docs/a.md': '' }, isBuilt: true },
  { name: 'a source file', write: { [SOURCE]: 'changed' } },
  { name: 'a source file, without its size and time', write: { [SOURCE]: 'eno' }, keepTime: true },
  { name: 'a new source file', write: { 'apps/api/src/testing/new.ts': '' } },
  { name: 'a deleted source file', remove: 'libs/kernel/src/index.ts' },
  { name: 'the packages', write: { 'package-lock.json': '{ }' } },
  { name: 'a new configuration of a project', write: { 'apps/api/vite.config.ts': '' } },
  { name: 'a built file', write: { 'dist/apps/api/main.js': 'mine!' } },
  { name: 'a deleted built file', remove: 'dist/apps/api/main.js' },
  { name: 'a deleted build', remove: 'dist' },
];

/** Stamps a build in each workspace, applies the change, and prints whether it is still built. */
const STAMP = `import('./build/stamp.mjs').then(({ fingerprintOfSources, isBuilt, stampBuild }) => {
  const { dirname, join } = require('node:path');
  const { mkdirSync, rmSync, utimesSync, writeFileSync } = require('node:fs');
  const [changes, files] = process.argv.slice(1).map((text) => JSON.parse(text));
  const results = changes.map(({ write = {}, remove, keepTime }, i) => {
    const root = join(process.cwd(), String(i));
    const put = ([path, text]) => {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    Object.entries(files).forEach(put);
    const setTimes = () => Object.keys(keepTime ? write : {}).forEach((path) => utimesSync(join(root, path), 1, 1));
    setTimes();
    stampBuild(root, fingerprintOfSources(root));
    Object.entries(write).forEach(put);
    setTimes();
    if (remove) rmSync(join(root, remove), { recursive: true });
    return isBuilt(root, fingerprintOfSources(root));
  });
  console.log(JSON.stringify(results));
})`;

/** Counts its runs, runs the file `during.cjs`, if there is one, and writes a build. */
const NX = `
  const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('runs', 'x');
  if (existsSync('during.cjs')) require(process.cwd() + '/during.cjs');
  mkdirSync('dist/apps/api', { recursive: true });
  writeFileSync('dist/apps/api/main.js', 'main');
`;

let folder: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const copyTools = (to: string, ...names: string[]) => {
  mkdirSync(join(folder, to, 'build'), { recursive: true });
  for (const name of names) copyFileSync(join(__dirname, '..', name), join(folder, to, name));
};
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'build-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** operator.md 15 */
describe('the stamp of a build', () => {
  it('is valid until a source file or a built file changes', () => {
    copyTools('.', 'build/stamp.mjs');
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const args = ['-e', STAMP, JSON.stringify(CHANGES), JSON.stringify(WORKSPACE)];
    const results = JSON.parse(execFileSync(process.execPath, args, options)) as boolean[];
    expect(CHANGES.map(({ name }, i) => [name, results[i]])).toEqual(
      CHANGES.map(({ name, isBuilt = false }) => [name, isBuilt]),
    );
  });

  it('covers all inputs of nx', () => {
    const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
    const { namedInputs } = JSON.parse(read('nx.json')) as { namedInputs: Record<string, unknown[]> };
    const inputs = ['default', 'production', 'sharedGlobals'].map((name) => namedInputs[name]);
    const projects = ['api', 'admin', 'cli', 'widget'].map((name) => read(`apps/${name}/project.json`));
    const builds = projects.map(
      (text) => (JSON.parse(text) as { targets: { build: unknown } }).targets.build,
    );
    const paths = JSON.stringify([inputs, builds]).matchAll(/\{workspaceRoot\}\/([^"]+)"/g);
    const names = [...paths].map(([, name]) => `'${name}'`);
    expect(names).toContain("'tsconfig.base.json'");
    for (const name of names) expect(read('tools/build/stamp.mjs')).toContain(name);
  });
});

/** operator.md 15 */
describe('build', () => {
  const runsOfBuild = () => {
    write('runs', '');
    const script = `import('./tools/nx.mjs').then(({ build }) => build())`;
    execFileSync(process.execPath, ['-e', script], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, 'runs'), 'utf8').length;
  };

  beforeEach(() => {
    copyTools('tools', 'build/stamp.mjs', 'build/writable.mjs', 'ensure-installed.mjs', 'nx.mjs');
    write('node_modules/nx/dist/bin/nx.js', NX);
    write(SOURCE, 'one');
  });

  it('does not start nx if nothing has changed', () => {
    expect([runsOfBuild(), runsOfBuild()]).toEqual([1, 0]);
  });

  it('starts nx again if a source file has changed during the build', () => {
    write('during.cjs', `require('node:fs').writeFileSync('${SOURCE}', 'later')`);
    expect(runsOfBuild()).toBe(1);
    rmSync(join(folder, 'during.cjs'));
    expect([runsOfBuild(), runsOfBuild()]).toEqual([1, 0]);
  });

  it('starts nx again after a build that has failed', () => {
    write('during.cjs', 'process.exit(1)');
    expect(runsOfBuild).toThrow('Build failed');
    rmSync(join(folder, 'during.cjs'));
    expect([runsOfBuild(), runsOfBuild()]).toEqual([1, 0]);
  });
});
