import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '2.0.0' } } });
/** Simulates `npm ci`, which empties an existing node_modules folder but keeps the folder. */
const NPM = `
  const { mkdirSync, readdirSync, rmSync } = require('node:fs');
  mkdirSync('node_modules', { recursive: true });
  for (const name of readdirSync('node_modules')) rmSync('node_modules/' + name, { recursive: true });
`;

describe('ensureInstalled', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'installed-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('replaces a linked node_modules with a folder, and keeps the packages in the link target', () => {
    const [here, theirs] = [join(folder, 'here'), join(folder, 'theirs')];
    for (const name of [join(here, 'tools'), join(theirs, 'a')]) mkdirSync(name, { recursive: true });
    const script = join(here, 'tools/ensure-installed.mjs');
    copyFileSync(join(__dirname, '../ensure-installed.mjs'), script);
    writeFileSync(join(here, 'package-lock.json'), LOCK);
    writeFileSync(join(here, 'npm.js'), NPM);
    symlinkSync(theirs, join(here, 'node_modules'), 'dir');
    const run = `import(${JSON.stringify(`file://${script}`)}).then(({ ensureInstalled }) => ensureInstalled())`;
    execFileSync(process.execPath, ['-e', run], {
      cwd: here,
      env: { ...process.env, npm_execpath: join(here, 'npm.js') },
      stdio: 'pipe',
    });
    expect(readdirSync(theirs)).toEqual(['a']);
    expect(lstatSync(join(here, 'node_modules')).isSymbolicLink()).toBe(false);
    expect(existsSync(join(here, 'node_modules/.install-stamp'))).toBe(true);
  });
});
