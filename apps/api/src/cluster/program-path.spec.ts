import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from './program-path';

/** operator.md 13 */
describe('programPath', () => {
  let directory: string;
  let own: string;
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'program-')));
    mkdirSync(join(directory, 'release-1'));
    symlinkSync(join(directory, 'release-1'), join(directory, 'current'));
    own = join(directory, 'release-1', 'main.js');
    writeFileSync(own, '');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('keeps a symbolic link that leads to the program', () => {
    const given = join(directory, 'current', 'main.js');
    expect(programPath(given, own)).toBe(given);
  });

  it('is the path of the program if another one has started it, or the given path is unknown', () => {
    const other = join(directory, 'start.mjs');
    writeFileSync(other, '');
    for (const given of [other, join(directory, 'missing.js'), undefined])
      expect(programPath(given, own)).toBe(own);
  });
});
